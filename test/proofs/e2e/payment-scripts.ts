/**
 * The texts that a screen reader reads when a deposit differs from the requested amount, or when a page
 * cannot be updated.
 */
export const PAYMENT_SCRIPTS: Readonly<Record<string, string>> = {
  part: `
    region: SPEI transfer
    heading: SPEI transfer
    to
    Tienda Sol
    $1.00
    of
    $1,250.00 MXN
    A part has arrived
    term: Received Mar 4, 2026, 10:42 UTC
    $1,249.00
    term: Still missing
    $1.00
    term: CLABE
    9 9 9, 1 8 0, 0 0 0 0, 0 0 0 0, 0 0 1, 5
    button: Copy CLABE
    term: Amount
    1.00
    button: Copy amount
    1
    Open your bank’s app and choose a SPEI transfer
    2
    Paste the CLABE, all 18 digits
    3
    Enter exactly
    $1.00
    and confirm
    Usually arrives in seconds, day and night
    link: Contact Tienda Sol
    button: Print
    status:
    SPEI transfer. $1,249.00 received. $1.00 is still missing.`,
  parts: `
    region: SPEI transfer
    heading: SPEI transfer
    to
    Tienda Sol
    $150.00
    of
    $1,250.00 MXN
    A part has arrived
    On March 4,
    $100.00
    was sent back.
    term: Earlier payments (2)
    $400.00
    term: Payment 3 Mar 2, 2026, 10:42 UTC · 100041
    $500.00
    term: Payment 4 Mar 3, 2026, 10:42 UTC · 100042
    $300.00
    term: Sent back Payment 4 · Mar 4, 2026, 10:42 UTC
    −⁠$100.00
    term: Received, less what was sent back
    $1,100.00
    term: Still missing
    $150.00
    term: CLABE
    9 9 9, 1 8 0, 0 0 0 0, 0 0 0 0, 0 0 1, 5
    button: Copy CLABE
    term: Amount
    150.00
    button: Copy amount
    1
    Open your bank’s app and choose a SPEI transfer
    2
    Paste the CLABE, all 18 digits
    3
    Enter exactly
    $150.00
    and confirm
    Usually arrives in seconds, day and night
    link: Contact Tienda Sol
    button: Print
    status:
    SPEI transfer. On March 4, $100.00 was sent back. $1,100.00 received. $150.00 is still missing.`,
  over: `
    region: Payment received
    heading: Payment received
    $1,262.60
    MXN
    to
    Tienda Sol
    $12.60
    more than asked
    Tienda Sol
    can send it back.
    link: Contact Tienda Sol
    term: Paid with
    SPEI transfer
    term: Requested amount
    $1,250.00
    term: Received
    Mar 4, 2026, 10:42 UTC
    term: Deposit number
    100041
    button: Print receipt
    status:
    Payment received: $1,262.60. $12.60 more than asked. Tienda Sol can send it back.`,
  twice: `
    region: Payment received
    heading: Payment received
    R$ 374,80
    BRL
    to
    Tienda Sol
    R$ 187,40
    more than asked
    A second payment was received.
    Tienda Sol
    can send it back.
    link: Contact Tienda Sol
    term: Paid with
    Pix
    term: Requested amount
    R$ 187,40
    term: Payment 1 Mar 4, 2026, 10:42 UTC · 100041
    R$ 187,40
    term: Payment 2 Mar 4, 2026, 10:42 UTC · 100042
    R$ 187,40
    term: Received in all
    R$ 374,80
    button: Print receipt
    status:
    Payment received: R$ 374,80. R$ 187,40 more than asked. A second payment was received. Tienda Sol can send it back.`,
  elsewhere: `
    region: Payment received
    heading: Payment received
    $1,250.00
    MXN
    to
    Tienda Sol
    This order is already paid. Do not pay again.
    link: Contact Tienda Sol
    term: Paid with
    Pix
    term: Received
    Mar 4, 2026, 10:42 UTC
    term: Deposit number
    100041
    button: Print receipt
    status:
    Payment received: $1,250.00. This order is already paid. Do not pay again.`,
  returned: `
    region: This payment was sent back
    heading: This payment was sent back
    $1,250.00
    MXN
    to
    Tienda Sol
    term: Paid with
    SPEI transfer
    term: Received Mar 3, 2026, 10:42 UTC
    $1,250.00
    term: Sent back Mar 4, 2026, 10:42 UTC
    −⁠$1,250.00
    term: Still to pay
    $1,250.00
    button: Show the payment details
    link: Contact Tienda Sol
    button: Print
    status:
    This payment was sent back on March 4. $1,250.00`,
  reopened: `
    region: SPEI transfer
    heading: SPEI transfer
    to
    Tienda Sol
    $1,250.00
    MXN
    This payment was sent back on March 4.
    term: Received Mar 3, 2026, 10:42 UTC
    $1,250.00
    term: Sent back Mar 4, 2026, 10:42 UTC
    −⁠$1,250.00
    term: Still missing
    $1,250.00
    term: CLABE
    9 9 9, 1 8 0, 0 0 0 0, 0 0 0 0, 0 0 1, 5
    button: Copy CLABE
    term: Amount
    1250.00
    button: Copy amount
    1
    Open your bank’s app and choose a SPEI transfer
    2
    Paste the CLABE, all 18 digits
    3
    Enter exactly
    $1,250.00
    and confirm
    Usually arrives in seconds, day and night
    link: Contact Tienda Sol
    button: Print
    status:
    SPEI transfer. This payment was sent back on March 4.`,
  'cannot-look': `
    region: SPEI transfer
    heading: SPEI transfer
    to
    Tienda Sol
    $1,250.00
    MXN
    We cannot see new deposits at the moment. If you have paid, do not pay again.
    term: CLABE
    9 9 9, 1 8 0, 0 0 0 0, 0 0 0 0, 0 0 1, 5
    button: Copy CLABE
    term: Amount
    1250.00
    button: Copy amount
    1
    Open your bank’s app and choose a SPEI transfer
    2
    Paste the CLABE, all 18 digits
    3
    Enter exactly
    $1,250.00
    and confirm
    Usually arrives in seconds, day and night
    link: Contact Tienda Sol
    button: Print
    status:
    We cannot see new deposits at the moment. If you have paid, do not pay again.`,
  'session-ended': `
    region: SPEI transfer
    heading: SPEI transfer
    to
    Tienda Sol
    $1,250.00
    MXN
    Your session has ended
    If you have paid, do not pay again.
    button: Reload the details
    link: Contact Tienda Sol
    DisclosureTriangle: Payment details
    status:
    Your session has ended. If you have paid, do not pay again.`,
  'open-long': `
    region: SPEI transfer
    heading: SPEI transfer
    to
    Tienda Sol
    $1,250.00
    MXN
    Reload before you pay
    This page has been open for more than a day. If you have paid, do not pay again.
    button: Reload the details
    DisclosureTriangle: Payment details
    status:
    Reload before you pay. This page has been open for more than a day. If you have paid, do not pay again.`,
};

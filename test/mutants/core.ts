import type { Mutant } from './mutants.js';

/** Mistakes in the core: it accepts a response, a link or a number that it must refuse. */
export const CORE_MUTANTS: readonly Mutant[] = [
  {
    name: 'a link accepted by its protocol alone',
    file: 'src/core/links.ts',
    edits: {
      'const url = parse(raw);':
        'const url = parse(raw);\n  if (/^https:/i.test(raw) && URL.canParse(raw)) return { href: raw, host: new URL(raw).host };',
    },
    caughtBy: ['test/core/links.test.ts', 'is refused in every crafted form'],
  },
  {
    name: 'a host compared by its beginning',
    file: 'src/core/links.ts',
    edits: {
      '!hosts.includes(url.host) && !hosts.includes(url.origin)':
        '!hosts.some((host) => url.host.startsWith(host))',
    },
    caughtBy: ['test/core/links.test.ts', 'is refused if its host only resembles the allowed one'],
  },
  {
    name: 'an amount in another currency',
    file: 'src/core/typed-amount.ts',
    edits: { 'isSignOf(known, word, locale)': 'word !== undefined' },
    caughtBy: ['test/core/typed-amount.test.ts', 'is refused if it is that of another currency'],
  },
  {
    name: 'an amount in the notation of another country first',
    file: 'src/core/typed-amount.ts',
    edits: { 'of notations)': 'of notations.reverse())', '{2,})`': '{1,})`' },
    caughtBy: ['test/core/typed-amount.test.ts', 'which may be decimals'],
  },
  {
    name: 'a lookup that reads the prototype',
    file: 'src/core/reader/slip-reader.ts',
    edits: {
      'ownFields.get(folded) ?? this.#allFields.get(folded)':
        'ownFields.get(folded) ?? (Object.fromEntries(this.#allFields) as Record<string, Field>)[folded]',
    },
    caughtBy: ['test/core/reader/slip-hostile.test.ts', 'are ordinary unknown rows'],
  },
  {
    name: 'a hidden character removed from an identifier',
    file: 'src/core/reader/hostile-text.ts',
    edits: {
      'return BEYOND_PRINTABLE_ASCII.test(text);':
        "return BEYOND_PRINTABLE_ASCII.test(text.replace(/[\\u200b-\\u200f\\u202a-\\u202e]/g, ''));",
    },
    caughtBy: ['test/proofs/core/identifiers.test.ts', 'makes the whole response unsafe, inserted or in'],
  },
  {
    name: 'an arrival without a deposit',
    file: 'src/core/reader/endpoint-response.ts',
    edits: { "status === 'arrived' && deposits.length > 0": "status === 'arrived'" },
    caughtBy: ['test/widget/arrival.test.ts', 'is not reported for a response'],
  },
  {
    name: 'dots removed from an identifier',
    file: 'src/core/kinds.ts',
    edits: { 'raw.replace(/[ -]/g': 'raw.replace(/[ .-]/g' },
    caughtBy: ['test/core/kinds.test.ts', 'without spaces and hyphens'],
  },
  {
    name: 'a deposit of another currency in the sum of a receipt',
    file: 'src/core/reader/payment.ts',
    edits: { ' &&\n    deposits.every((deposit) => deposit.fiat === fiat)': '' },
    caughtBy: ['test/core/reader/payment.test.ts', 'a deposit of another currency'],
  },
  {
    name: 'a fingerprint of the last four digits',
    file: 'src/core/reader/fingerprint.ts',
    edits: { '`${kind} ${spelled(kind, copy)}`': '`${kind} ${spelled(kind, copy).slice(-4)}`' },
    caughtBy: ['test/core/reader/fingerprint.test.ts', 'differs for another account, bank, rail or host'],
  },
  {
    name: 'an alias that is no payee',
    file: 'src/core/kinds.ts',
    edits: { "  'cci',\n  'alias',\n": "  'cci',\n" },
    caughtBy: ['test/core/reader/fingerprint.test.ts', 'differs if any payee of the response differs'],
  },
  {
    name: 'a fingerprint of the first merchant account',
    file: 'src/core/reader/fingerprint.ts',
    edits: { '.filter(([id]) => isAccountId(id));': '.filter(([id]) => isAccountId(id)).slice(0, 1);' },
    caughtBy: ['test/core/reader/fingerprint.test.ts', 'differs if any payee of the response differs'],
  },
  {
    name: 'an Arabic letter mark left in a name',
    file: 'src/core/reader/hostile-text.ts',
    edits: { 'const HIDDEN = /[': 'const HIDDEN = /(?!\\u061c)[' },
    caughtBy: ['test/core/reader/hostile-text.test.ts', 'loses every invisible character, and nothing else'],
  },
  {
    name: 'letters of any script in fields 61 to 80',
    file: 'src/core/reader/row.ts',
    edits: {
      "id === '59' || id === '60' || id === '62'": "id === '59' || id === '60' || (id >= '62' && id <= '80')",
    },
    caughtBy: ['test/core/reader/row.test.ts', 'outside its texts'],
  },
  {
    name: 'a doubled space in a reference',
    file: 'src/core/reader/hostile-text.ts',
    edits: { '|\\S {2,}\\S|': '|' },
    caughtBy: ['test/core/reader/hostile-text.test.ts', 'is an identifier with an invisible space'],
  },
  {
    name: 'a mandate in template 80 alone',
    file: 'src/core/schemes/emv.ts',
    edits: { '!isAccountId(id) && value': "id === '80' && value" },
    caughtBy: ['test/core/schemes/emv.test.ts', 'with a recurring mandate'],
  },
  {
    name: 'a second merchant account',
    file: 'src/core/schemes/emv.ts',
    edits: { '|| others.length > 0 ||': '|| others.length > 1 ||' },
    caughtBy: ['test/core/schemes/emv.test.ts', 'with the account of another network'],
  },
  {
    name: 'an account of full-width digits',
    file: 'src/core/reader/account-search.ts',
    edits: { "cleanText(text.normalize('NFKC'))": "cleanText(text.normalize('NFC'))" },
    caughtBy: ['test/core/reader/payees.test.ts', 'makes the response unsafe under an unknown key'],
  },
  {
    name: 'the second block of a CBU unchecked',
    file: 'src/core/schemes/cbu.ts',
    edits: { ' && cbuCheckDigit(digits.slice(8, 21)) === digits[21]': '' },
    caughtBy: ['test/core/schemes/check-digits.test.ts', 'accepts exactly the right check digits:'],
  },
  {
    name: 'a funding id rounded by JavaScript',
    file: 'src/core/reader/slip-reader.ts',
    edits: { "typeof value === 'number' && Number.isSafeInteger(value)": "typeof value === 'number'" },
    caughtBy: ['test/core/reader/slip.test.ts', 'is absent with a warning if it is an inexact number'],
  },
  {
    name: 'a link to an IP address',
    file: 'src/core/links.ts',
    edits: { ' && !isIpLiteral(url.hostname)': '' },
    caughtBy: ['test/core/links.test.ts', 'is refused in every crafted form'],
  },
  {
    name: 'a link to loopback for every reader',
    file: 'src/core/links.ts',
    edits: { '? policy.loopback': '? true' },
    caughtBy: ['test/core/links.test.ts', 'only if the page is on loopback'],
  },
  {
    name: 'a code of another country',
    file: 'src/core/reader/payees.ts',
    edits: {
      "`${fields.get('53')}${fields.get('58')}` !== market":
        "!`${fields.get('53')}${fields.get('58')}`.startsWith(market!.slice(0, 3))",
    },
    caughtBy: ['test/core/reader/slip-rails.test.ts', 'is a mismatch if it is of another currency or'],
  },
  {
    name: 'a code that two apps read differently',
    file: 'src/core/schemes/emv.ts',
    edits: { '!isValid || !hasOneReading(code)': '!isValid' },
    caughtBy: ['test/core/schemes/emv.test.ts', 'which count bytes or UTF-16 units'],
  },
  {
    name: 'a fee added by a code',
    file: 'src/core/schemes/emv.ts',
    edits: { "['55', '56', '57'].some": "['55', '57'].some" },
    caughtBy: ['test/core/schemes/emv.test.ts', 'adds a tip or a fee'],
  },
  {
    name: 'an account that the answer no longer names',
    file: 'src/core/reader/slip-reader.ts',
    edits: { 'if (seen && seen !== fingerprint)': 'if (seen && fingerprint && seen !== fingerprint)' },
    caughtBy: ['test/core/reader/fingerprint.test.ts', 'is reported as changed if the response no longer'],
  },
  {
    name: 'a reference that is an account',
    file: 'src/core/reader/payees.ts',
    edits: {
      'payeeIn(copy);\n  return [value': "(kind === 'message' ? undefined : payeeIn(copy));\n  return [value",
    },
    caughtBy: ['test/core/reader/payees.test.ts', 'a CLABE as the reference'],
  },
  {
    name: 'any number as a payment id',
    file: 'src/core/reader/endpoint-response.ts',
    edits: {
      '...(isPaymentId(paymentId) && { paymentId })': "...(typeof paymentId === 'number' && { paymentId })",
    },
    caughtBy: ['test/core/reader/endpoint-response.test.ts', 'keeps the members next to data'],
  },
  {
    name: 'a code in base64 with a hidden character at its end',
    file: 'src/core/reader/classify.ts',
    edits: { '!isBeyondAscii(raw)': '!isBeyondAscii(text)' },
    caughtBy: ['test/core/reader/classify.test.ts', 'with a hidden character around it'],
  },
  {
    name: 'a slip in another currency than its payment',
    file: 'src/core/reader/payment.ts',
    edits: { '(fiat === undefined || payment.fiat === fiat) && ': '' },
    caughtBy: ['test/core/reader/attacks.test.ts', 'is unreadable if the payment is in another currency'],
  },
  {
    name: 'a slip of what is paid',
    file: 'src/core/reader/payment.ts',
    edits: { ' && (payment.asked === undefined || !hasArrived(payment))': '' },
    caughtBy: ['test/core/reader/attacks.test.ts', 'is unreadable if nothing is left to pay'],
  },
  {
    name: 'an arrival with a sum that is none',
    file: 'src/core/reader/endpoint-response.ts',
    edits: { 'entries.some((entry, at) => isLost(entry, deposits[at]!))': 'false' },
    caughtBy: ['test/core/reader/attacks.test.ts', 'is unreadable if it has an unreadable sum, which may'],
  },
  {
    name: 'a slip without a currency beside a payment',
    file: 'src/core/reader/slip-reader.ts',
    edits: { "fiat ?? ''": 'fiat' },
    caughtBy: ['test/core/reader/attacks.test.ts', 'is unreadable beside a payment'],
  },
  {
    name: 'a key whose last letter is a sign',
    file: 'src/core/reader/payees.ts',
    edits: {
      'const seen = [...skeletonOf(shown)];':
        "const seen = [...skeletonOf(shown.replace(SIGNS_AT_ENDS, ''))];",
    },
    caughtBy: ['test/core/reader/attacks.test.ts', 'at the end makes it unsafe, whatever the sign'],
  },
  {
    name: 'a key that looks like another without its other signs',
    file: 'src/core/reader/payees.ts',
    edits: { 'start <= first &&\n': 'start === 0 &&\n' },
    caughtBy: ['test/core/reader/attacks.test.ts', 'makes the response unsafe, also between other signs'],
  },
  {
    name: 'an account in a deposit id',
    file: 'src/core/reader/slip-reader.ts',
    edits: { 'txId && this.#isShown(txId)': 'txId' },
    caughtBy: ['test/core/reader/payees.test.ts', 'is not shown'],
  },
  {
    name: 'a marked value that leads',
    file: 'src/core/reader/slip-reader.ts',
    edits: { " && row.reason !== 'foreign'": '' },
    caughtBy: ['test/core/reader/payees.test.ts', 'is not first if it is marked'],
  },
];

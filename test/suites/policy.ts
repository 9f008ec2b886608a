/**
 * The reading policy (reading.md), row by row and section by section, and the tests that hold it: `file: name`, the file
 * below test/ and without `.test.ts`, the name as it is written there. test/core/reader/policy.test.ts fails for a row without
 * a test, and for a test that is not there any more.
 */
interface Rule {
  readonly rule: string;
  readonly tests: readonly string[];
}

export const POLICY: Readonly<Record<string, Rule>> = {
  R1: {
    rule: 'success is code 200 or 0 with data and HTTP 2xx; any other code is refused, its words kept from the payer',
    tests: [
      'core/answer: is a success with code 200 or 0, as number or string, whatever its msg',
      'core/answer: is refused with any other code, which is kept for the merchant',
      'core/slip: is told by the code and the data, not by msg',
      'core/problem: follows the HTTP status: known ones by name, the rest by class',
      'widget/problems: keeps what the upstream said for the merchant and shows the payer none of it',
    ],
  },
  R2: {
    rule: 'strict JSON only',
    tests: [
      'core/slip: are strict JSON: what the documentation prints with slips of the pen does not parse',
      'server/transport: reads strict JSON alone',
      'widget/lifecycle: calls an answer in the page that is no JSON unreadable',
    ],
  },
  R3: {
    rule: 'values are strings, arrays of strings, numbers flagged lossy, or one nested level; empty ones are absent',
    tests: [
      'core/field-list: reads strings, and each string of an array by itself',
      'core/field-list: reads numbers and booleans as text, flagged lossy',
      'core/field-list: takes null, empty text and empty arrays for absent',
      'core/field-list: flattens one level of nesting, and shows no JSON',
      'core/slip: come as strings or arrays of strings, each its own row',
      'server/clean: has strings and lists of strings for fields, whatever shape they came in; what came as no text stays so',
      'server/shapes: each.name',
    ],
  },
  R4: {
    rule: 'a list of name or title and value is a fieldList; none at all is incomplete',
    tests: [
      'core/field-list: reads a list of name or title and value',
      'core/slip: come as pairs of name or title and value',
      'core/slip: missing altogether make the slip incomplete, for a known method and an unknown one',
    ],
  },
  R5: {
    rule: 'keys match whole, folded, through the table of aliases; the original key stays',
    tests: [
      'core/methods: matches in any case and spacing, composed or not',
      'core/methods: matches whole: Bank Name is no part of Bank Beneficiary Name',
      'core/slip: drift in their keys and keep them',
      'core/policy: every spelling of a key has the meaning of the others',
    ],
  },
  R6: {
    rule: 'unknown keys are rows of text, last, exact, with a warning; never a link',
    tests: [
      'core/slip: unknown stand last, as text, exactly, and the merchant is warned',
      'core/slip: unknown become no link, no code and no image',
      'widget/shapes: shows an unknown key of ${each.slug} as text, last of what came, and warns the merchant',
    ],
  },
  R7: {
    rule: 'an unknown payment id is read by the kinds of its values and titled by its name',
    tests: [
      'core/slip: unknown ends in a generic slip by kinds, titled by its name as clean text',
      'widget/slip: shows an unknown method by the kinds of its values and unknown keys as plain rows',
    ],
  },
  R8: {
    rule: '58, 72 and 105 are one family, the name optional',
    tests: ['core/policy: a CLABE is the same under 58, 72 and 105, with a name beside it or without'],
  },
  R9: {
    rule: 'another rail than asked is shown by what came, with a notice and a warning; its essentials count',
    tests: [
      'core/policy: details of another rail are shown with a notice and never pass for those asked for',
    ],
  },
  R10: {
    rule: 'another currency than asked is not shown; none is the one asked',
    tests: [
      'core/slip: must be the one asked for, else the method’s own',
      'core/slip: absent is the one asked for, else what the endpoint says beside, else the method’s own',
      'core/slip: in any other form is refused, not taken for absent',
    ],
  },
  R11: {
    rule: 'txId is text; exact through the kit, absent with a warning where a number cannot hold it, never an error',
    tests: [
      'core/slip: is text, a row of its own, and the last',
      'core/slip: is no error where it is absent',
      'core/slip: is absent, with a warning, where a number could not hold it or it is no id',
      'server/clean: keeps a funding id exactly, as a string, whatever its size or form',
      'server/transport: keeps every digit: a number JavaScript would change is its text',
    ],
  },
  R12: {
    rule: 'ids are text; a time is 13 digits, seconds are not guessed into it',
    tests: [
      'core/answer: takes a time of 13 digits alone: seconds are not guessed into milliseconds',
      'core/answer: takes no id and no amount that a number could not hold',
      'server/arrival: in an own account is none without a time in milliseconds',
    ],
  },
  R13: {
    rule: 'realName is absent where empty, else a row beside the beneficiary',
    tests: [
      'core/slip: empty in realName are absent, the beneficiary’s own is not said twice',
      'core/slip: other in realName stand beside the beneficiary and never in its place',
    ],
  },
  R14: {
    rule: 'records are under record, data or list, one or several, or the data itself; one must be payable',
    tests: [
      'core/answer: are under record, data or list, as one record or several',
      'core/answer: are the data itself where it is no page',
      'core/answer: are none where the list is no list: no second one is looked for behind it',
      'core/slip: is read under record, data or list, as object or array, or as the data itself',
      'core/slip: has one payable account: none is not payable, several are unreadable',
      'server/clean: keeps a page of records a page, each record cleaned',
      'server/arrival: is read from either name of the list',
    ],
  },
  R15: {
    rule: 'only status 2, or none, is payable; 1 and 3 are said in words, without details',
    tests: [
      'core/slip: shows only accounts in status 2, and those without a status',
      'core/slip: says why it is not payable where all accounts say so in a word the specification has',
      'core/slip: shows nothing of an account that cannot be paid',
      'server/clean: keeps a status that says an account is not payable',
      'widget/shapes: shows nothing of an account for ${each.slug} that cannot be paid',
    ],
  },
  R16: {
    rule: 'an identifier that came as a number is flagged, not believed, not filled up',
    tests: [
      'core/row: never adds a digit: what came as a number is not filled up, and its check is not believed',
      'core/slip: that came as numbers are flagged, not filled up, and never believed',
      'server/clean: keeps a number that JavaScript holds exactly, so that the element can flag it, and the text of any other',
    ],
  },
  R17: {
    rule: 'a failed check is shown, copied exactly, said; strict withholds it',
    tests: [
      'core/slip: that fail their check are shown and copied exactly, with a warning',
      'core/slip: show the documentation’s own wrong IBAN and BIC with a warning, copied exactly',
      'core/slip-codes: withholds a slip whose essential fails its check',
      'core/slip-codes: leaves out other values that fail',
      'core/slip-codes: withholds a generic slip whose account fails: what is essential there is not known',
      'widget/shapes: shows a failed check digit with its warning and copies exactly what came',
    ],
  },
  R18: {
    rule: 'what has no check has no tick, and a passed one is no promise',
    tests: [
      'core/row: has no check where none can be made',
      'widget/slip: says nothing of a value that passed: a check digit proves no account',
    ],
  },
  R19: {
    rule: 'a value under a QR key is what its content says',
    tests: [
      'core/slip-codes: is known by its content under every QR key',
      'core/classify: is an image where it is one, and nothing is read from it',
      'core/classify: is an address for the guard to judge wherever it names a scheme or a host',
      'core/classify: is a key where it is a UUID, an e-mail address or a CPF',
      'widget/shapes: draws the code from its text, never from the picture beside it',
    ],
  },
  R20: {
    rule: 'a link passes the guard or is left out; its host stands beside it; nothing is opened by itself',
    tests: [
      'core/links: is refused in every crafted form that is never a link',
      'core/links: says the host in ASCII as the browser will contact it',
      'widget/slip: shows a link as a button to another tab with its host, and copies it whole',
    ],
  },
  R21: {
    rule: 'an amount is asked before the request; another one clears the slip at once, late answers are ignored',
    tests: [
      'widget/amount: asks the payer before it asks the endpoint',
      'widget/lifecycle: clears the old slip at once when another is asked for',
      'widget/lifecycle: never paints a late answer over a newer one',
      'widget/visit: is not changed by an answer to another ask, however alike',
    ],
  },
  R22: {
    rule: 'the slip remembers the amount asked for: no answer echoes one',
    tests: [
      'core/policy: the amount on a slip is the one asked for, whatever the answer says',
      'widget/slip: shows a preset amount with its code and copies it as a bank field takes it',
    ],
  },
  R23: {
    rule: 'no expiry is invented; a new code comes on request',
    tests: [
      'core/policy: no time of expiry is read or made up',
      'widget/arrival: takes another code on request, and the payer chooses when',
    ],
  },
  R24: {
    rule: 'nothing is stored by a cache, retried or fetched ahead; a visit keeps its slip',
    tests: [
      'server/same-slip: gets the same slip again, and the same arrival token',
      'server/errors: comes with the same headers as any answer',
      'server/errors: is never stored: the next request asks again',
      'server/endpoint: answers HEAD as GET without a body, and mints nothing for it',
    ],
  },
  R25: {
    rule: 'a holder’s name that did not come is not guessed',
    tests: ['core/policy: a holder’s name that did not come is on no slip'],
  },
  R26: {
    rule: 'controls and look-alikes make an identifier unsafe and are left out of other text',
    tests: [
      'proofs/core/identifiers: makes the whole answer unsafe, put in or put for another sign: ${place.paymentId} ${place.key} ${place.kind}',
      'core/slip-hostile: makes the answer unsafe in an identifier that is not essential, under an unknown id, in an array',
      'core/slip-hostile: is left out of other text where it is a control, which is said',
    ],
  },
  R27: {
    rule: 'caps on values, keys, fields and bodies end in unreadable',
    tests: [
      'core/field-list: is exceeded past 64 fields, however they come',
      'core/field-list: is exceeded by a value or key past 4 KiB, an image past 200 KiB',
      'core/slip: past a cap make the answer unreadable, never cut',
      'server/transport: reads no chunk after the one that passes 256 KiB',
    ],
  },
  R28: {
    rule: 'keys of the prototype are ordinary keys',
    tests: [
      'core/slip-hostile: are ordinary unknown rows',
      'core/slip-hostile: lend nothing: fields of a __proto__ are not the record’s',
      'server/clean: carries keys of the prototype as plain keys, in and out of the store',
    ],
  },
  R29: {
    rule: 'a provider’s name is shown for unknown ids alone',
    tests: ['core/slip: known is never titled by the provider’s name'],
  },
  R30: {
    rule: 'a number nobody explains has no word',
    tests: [
      'core/slip: says why it is not payable where all accounts say so in a word the specification has',
      'core/slip: shows only accounts in status 2, and those without a status',
    ],
  },
  R31: {
    rule: 'one value with one meaning under two keys is one row',
    tests: ['core/slip: with the same value and meaning under two keys are one row'],
  },
  R32: {
    rule: 'alias and link are both shown, the link first, the alias exact',
    tests: ['core/policy: an alias beside a link is shown too, after it and exactly'],
  },
  R33: {
    rule: 'amounts are decimal strings, never floats',
    tests: [
      'core/answer: takes no id and no amount that a number could not hold',
      'core/money: compares by value, not by text',
      'server/arrival: says its amount as a decimal string, however the API spells it',
    ],
  },
  R34: {
    rule: 'the listing’s direct answer for 81 to 84 is a slip',
    tests: ['core/slip: end in a slip where the listing gives the deposit information directly (81-84, 92)'],
  },
  Totality: {
    rule: 'any JSON value ends in a frozen slip or a problem; nothing throws',
    tests: [
      'core/slip-hostile: ends in a slip or a problem, frozen, shown as copied; nothing throws',
      'core/slip-hostile: nested 100,000 deep ends in a problem or leaves the deep part out',
    ],
  },
  'Trust boundary': {
    rule: 'the browser sees known fields alone; merchant and token stay on the server; the endpoint pins the ids',
    tests: [
      'server/clean: holds what the spec names and nothing else',
      'server/clean: drops what the API said beside its data',
      'proofs/server/choice: is a function of the grant and the choice it leaves, whatever a browser sends',
      'proofs/server/choice: is the same with a merchant, alias or anything else named in query, headers and path',
      'proofs/server/secrets: are in no byte it sends, over every flow, with an API that says them back everywhere',
    ],
  },
  'Fraud note': {
    rule: 'no value comes from the page’s address',
    tests: ['widget/shapes: takes nothing from the address of its page'],
  },
  'Hostile text': {
    rule: 'any sign beyond printable ASCII in an identifier is unsafe; a code’s texts may hold letters if it is whole',
    tests: [
      'core/hostile-text: is any identifier with a sign beyond printable ASCII',
      'core/hostile-text: loses controls and bidi controls, and nothing else',
      'core/row: is an identifier with any hostile sign at any place',
      'core/row: is no code with letters beyond ASCII in its texts whose checksum holds',
      'core/row: composes names, and leaves unknown text as it is',
    ],
  },
  Links: {
    rule: 'printable ASCII, https, no user, no address literal, the allowed host exactly; else left out, never text',
    tests: [
      'proofs/core/links: is safe whenever it is accepted: mutations of good and crafted ones',
      'core/links: leads to loopback only from a page on loopback',
      'core/slip-codes: refused elsewhere is left out, never shown as text, with a warning',
      'core/slip-codes: refused that was essential makes the slip incomplete',
    ],
  },
  'QR-like values': {
    rule: 'two codes that differ are a mismatch; one that fails is never drawn, and copied exactly',
    tests: [
      'core/slip-codes: beside another of the same answer: neither is shown',
      'core/slip-codes: that fails is never drawn, and is copied exactly',
      'core/slip-codes: wins over every key that differs from its own',
      'core/slip-codes: drawn leaves out image links, which cannot be checked',
    ],
  },
  'Unmapped refusals': {
    rule: 'success without an object or list is unreadable; so is a cap exceeded',
    tests: [
      'core/answer: is unreadable where success has no data, or data of another shape',
      'core/slip: past a cap make the answer unreadable, never cut',
    ],
  },
  'Real samples': {
    rule: 'every structure the documentation shows ends in a slip, its cut Pix code undrawn',
    tests: [
      'core/slip: end in a slip: pending fund ${id}',
      'core/slip: end in the same slip in every wrapper of a page: ${shape}',
      'core/slip: show the documentation’s own cut Pix code exactly, never as a code to draw',
    ],
  },
};

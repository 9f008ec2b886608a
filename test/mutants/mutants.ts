/** A small wrong version of the product, and the test that must fail on it. */
export interface Mutant {
  readonly name: string;
  readonly file: string;
  /** Texts to replace, each of which occurs exactly once in the file, with their replacements. */
  readonly edits: Readonly<Record<string, string>>;
  /** A test file, and words in the title of one of its tests. */
  readonly caughtBy: readonly [file: string, test: string];
}

/**
 * Mistakes that would show, copy or open the wrong thing and that look harmless in a review. They prove that the tests
 * which must catch them do.
 */
export const MUTANTS: readonly Mutant[] = [
  // First, because its page waits for every time-out.
  {
    name: 'a second Lit under the name of the first',
    file: 'cdn/deposit-slip.js',
    edits: { 'createPolicy("deposit-slip"': 'createPolicy("lit-html"' },
    caughtBy: ['test/widget/script-tag.test.ts', 'works beside another copy of Lit'],
  },
  {
    name: 'a copy that does not wait',
    file: 'src/widget/shared/clipboard.ts',
    edits: {
      "if (await writeText(text, onWritten)) return 'copied';":
        "void writeText(text, onWritten);\n  if (text) return 'copied';",
    },
    caughtBy: ['test/widget/copying.test.ts', 'selects exactly the value if the browser cannot copy'],
  },
  {
    name: 'a copy that relies on execCommand',
    file: 'src/widget/shared/clipboard.ts',
    edits: {
      "document.execCommand('copy') && isProven": "document.execCommand('copy') && (isProven || true)",
    },
    caughtBy: [
      'test/proofs/widget/clipboard.test.ts',
      'if and only if the clipboard holds exactly the value',
    ],
  },
  {
    name: 'grouped text copied',
    file: 'src/widget/deposit-slip/deposit-slip.ts',
    edits: {
      'this.#amountText() : target.copy;': "this.#amountText() : target.groups.join(' ');",
    },
    caughtBy: ['test/widget/slip.test.ts', 'shows what it copies and copies what the API sent'],
  },
  {
    name: 'a spoken text that is selected with the value',
    file: 'src/widget/shared/styles/base.ts',
    edits: {
      'user-select: none;\n    user-select: none;': 'user-select: text;\n    user-select: text;',
    },
    caughtBy: ['test/widget/copying.test.ts', 'a range over the whole row holds it and nothing else'],
  },
  {
    name: 'a failed check that does not block the slip',
    file: 'src/widget/deposit-slip/views/notices.ts',
    edits: {
      "row.check === 'failed' && isNeeded(row, slip)": "row.check === 'failed' && !isNeeded(row, slip)",
    },
    caughtBy: ['test/widget/slip.test.ts', 'below a warning and without inviting to pay'],
  },
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
    name: 'a style attribute in a template',
    file: 'src/widget/shared/views/row.ts',
    edits: { '<div part="row" class="row"': '<div part="row" style="order: 0" class="row"' },
    caughtBy: ['test/widget/csp.test.ts', 'shows every view without one violation'],
  },
  {
    name: "a style by Lit's styleMap",
    file: 'src/widget/deposit-slip/views/picker.ts',
    edits: {
      'import { html,': "import { styleMap } from 'lit/directives/style-map.js';\nimport { html,",
      'class="options"': 'class="options" style=${styleMap({ order: \'0\' })}',
    },
    caughtBy: ['test/widget/csp.test.ts', 'shows every view without one violation'],
  },
  {
    name: 'a signature that is not verified',
    file: 'src/widget/shared/signature.ts',
    edits: { 'return await crypto.subtle.verify(': 'return (await true) || crypto.subtle.verify(' },
    caughtBy: ['test/proofs/widget/signed.test.ts', 'with any byte of the body flipped'],
  },
  {
    name: 'an answer signed for any request',
    file: 'src/core/signature-prefix.ts',
    edits: {
      "'arrival', 'nonce', 'visit']": "'arrival', 'visit']",
      'get(name: (typeof SIGNED_PARAMS)[number])': 'get(name: string)',
    },
    caughtBy: ['test/proofs/widget/signed.test.ts', 'shows no slip where an attacker may'],
  },
  {
    name: 'markup in a value',
    file: 'src/widget/shared/views/row.ts',
    edits: { '<bdi>${copy}</bdi>': '<bdi .innerHTML=${copy}></bdi>' },
    caughtBy: ['test/proofs/widget/payloads.test.ts', 'on a page that would let them run'],
  },
  {
    name: 'spaces that are copied but not seen',
    file: 'src/widget/shared/styles/row.ts',
    edits: { 'white-space: pre-wrap;': '' },
    caughtBy: ['test/proofs/widget/seen.test.ts', 'in hostile values of unknown keys'],
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
    name: 'a late response that is shown',
    file: 'src/widget/deposit-slip/state.ts',
    edits: {
      "return state.status === 'loading' && state.request === request;":
        "return state.status === 'loading' && request !== undefined;",
    },
    caughtBy: ['test/widget/state.test.ts', 'is not changed by the answer to another request'],
  },
  {
    name: 'a body without a size limit',
    file: 'src/widget/shared/endpoint.ts',
    edits: { 'const MAX_BYTES = 256 * 1024;': 'const MAX_BYTES = 256 * 1024 * 1024;' },
    caughtBy: ['test/widget/problems.test.ts', 'as unreadable'],
  },
  {
    name: 'a redirect followed',
    file: 'src/widget/shared/endpoint.ts',
    edits: { "redirect: 'manual'": "redirect: 'follow'" },
    caughtBy: ['test/widget/problems.test.ts', 'as unreadable'],
  },
  {
    name: 'a QR code of another text',
    file: 'src/widget/shared/qr.ts',
    edits: { 'create(payload, {': 'create(payload.toUpperCase(), {' },
    caughtBy: ['test/widget/qr.test.ts', 'as exactly the text that is copied'],
  },
  {
    name: 'no quiet zone',
    file: 'src/widget/shared/qr.ts',
    edits: { 'export const QUIET_ZONE = 4;': 'export const QUIET_ZONE = 1;' },
    caughtBy: ['test/widget/qr.test.ts', 'keeps four light modules around it'],
  },
  {
    name: 'a hidden character removed from an identifier',
    file: 'src/core/reader/hostile-text.ts',
    edits: {
      'return BEYOND_PRINTABLE_ASCII.test(text);':
        "return BEYOND_PRINTABLE_ASCII.test(text.replace(/[\\u200b-\\u200f\\u202a-\\u202e]/g, ''));",
    },
    caughtBy: ['test/proofs/core/identifiers.test.ts', 'makes the whole answer unsafe'],
  },
  {
    name: 'an arrival without a deposit',
    file: 'src/core/reader/answer.ts',
    edits: { "status === 'arrived' && deposits.length > 0": "status === 'arrived'" },
    caughtBy: ['test/widget/arrival.test.ts', 'is not reported for an answer'],
  },
  {
    name: 'a test deposit that is not marked',
    file: 'src/widget/deposit-slip/state.ts',
    edits: { 'const test = common.test || action.test === true;': 'const test = action.test === true;' },
    caughtBy: ['test/widget/state.test.ts', 'stays marked as a test'],
  },
  {
    name: 'a stored value that is no text',
    file: 'src/server/kit/cache.ts',
    edits: { "if (typeof text !== 'string') throw new TypeError('A store must return text');": '' },
    caughtBy: ['test/server/same-slip.test.ts', 'is logged if it returns something other than text'],
  },
  {
    name: 'a visit that is not compared',
    file: 'src/server/kit/visit.ts',
    edits: {
      'visits.length === 1 && (await isVisitOf(grant, visits[0]!, await key))': 'visits.length === 1',
    },
    caughtBy: ['test/proofs/server/fairness.test.ts', 'gets no answer of another visit shown'],
  },
  {
    name: 'a visit that is not signed',
    file: 'src/core/signature-prefix.ts',
    edits: { "'nonce', 'visit']": "'nonce']" },
    caughtBy: ['test/proofs/server/fairness.test.ts', 'gets no answer of another visit shown'],
  },
  {
    name: 'one share of the store for all visits',
    file: 'src/server/kit/cache.ts',
    edits: { '? { visit, purpose }': "? { visit: '', purpose }" },
    caughtBy: ['test/proofs/server/fairness.test.ts', 'pushes out nothing of others'],
  },
  {
    name: 'a limit for each session',
    file: 'src/server/kit/authenticate.ts',
    edits: {
      'limitKey: await visitKey(grant) }': "limitKey: String(request.headers.get('authorization')) }",
    },
    caughtBy: ['test/proofs/server/fairness.test.ts', 'share one limit and one number of new slips'],
  },
  {
    name: 'new slips without end',
    file: 'src/server/kit/slips.ts',
    edits: { 'standing && (await checkRefresh(grant))': 'undefined as Rejection | undefined' },
    caughtBy: ['test/server/refreshes.test.ts', 'are ten an hour'],
  },
];

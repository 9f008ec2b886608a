import type { Mutant } from './mutants.js';

/** Mistakes in the element: what a payer sees, copies, scans or sends. */
export const WIDGET_MUTANTS: readonly Mutant[] = [
  // The first in the list, because its page waits for every time-out.
  {
    name: 'a second Lit under the name of the first',
    file: 'cdn/deposit-slip.js',
    edits: { 'createPolicy("deposit-slip"': 'createPolicy("lit-html"' },
    caughtBy: ['test/widget/script-tag.test.ts', 'beside another copy of Lit'],
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
    name: 'a late fallback of a button that is not the last one pressed',
    file: 'src/widget/shared/controllers/copy-controller.ts',
    edits: { 'presses.last === press;': 'this.#feedback === press;' },
    caughtBy: ['test/widget/copying.test.ts', 'if the earlier press was on another element'],
  },
  {
    name: 'a copy that relies on execCommand',
    file: 'src/widget/shared/clipboard.ts',
    edits: {
      "document.execCommand('copy') && isProven": "document.execCommand('copy') && (isProven || true)",
    },
    caughtBy: ['test/proofs/widget/clipboard.test.ts', 'if and only if the clipboard holds exactly'],
  },
  {
    name: 'grouped text copied',
    file: 'src/widget/deposit-slip/deposit-slip.ts',
    edits: {
      'this.#derivedText(target) : target.copy;': "this.#derivedText(target) : target.groups.join(' ');",
    },
    caughtBy: ['test/widget/slip.test.ts', 'shows what it copies and copies what the API sent'],
  },
  {
    name: 'a spoken text that is selected with the value',
    file: 'src/widget/shared/styles/base.ts',
    edits: { 'user-select: none;\n    user-select: none;': 'user-select: text;\n    user-select: text;' },
    caughtBy: ['test/widget/copying.test.ts', 'a range over the whole row'],
  },
  {
    name: 'a failed check that does not block the slip',
    file: 'src/widget/deposit-slip/views/notices.ts',
    edits: {
      'row.role !== undefined && isNeeded(row, slip)': 'row.role !== undefined && !isNeeded(row, slip)',
    },
    caughtBy: ['test/widget/slip.test.ts', 'below a warning and without inviting to pay'],
  },
  {
    name: 'a style attribute in a template',
    file: 'src/widget/shared/views/row.ts',
    edits: { '<div part="row" class="row"': '<div part="row" style="order: 0" class="row"' },
    caughtBy: ['test/widget/csp.test.ts', 'shows every view without a violation'],
  },
  {
    name: "a style by Lit's styleMap",
    file: 'src/widget/deposit-slip/views/picker.ts',
    edits: {
      'import { html,': "import { styleMap } from 'lit/directives/style-map.js';\nimport { html,",
      'class="options"': 'class="options" style=${styleMap({ order: \'0\' })}',
    },
    caughtBy: ['test/widget/csp.test.ts', 'shows every view without a violation'],
  },
  {
    name: 'a name that the browser translates',
    file: 'src/widget/shared/views/sentence.ts',
    edits: { '<bdi translate="no">': '<bdi>' },
    caughtBy: ['test/widget/translation.test.ts', 'does not change names, numbers and sums in'],
  },
  {
    name: 'a name promised where no app shows one',
    file: 'src/core/reader/confirmation.ts',
    edits: { "holderName === 'compared'": "holderName === 'typed-with-bank'" },
    caughtBy: ['test/widget/promises.test.ts', 'follows from the rail and the code in'],
  },
  {
    name: 'the test bank on a slip that is none',
    file: 'src/widget/deposit-slip/views/derived.ts',
    edits: { 'isTest && isTestClabe': 'isTestClabe' },
    caughtBy: ['test/widget/bank.test.ts', 'is the sandbox’s only on a test slip'],
  },
  {
    name: 'markup in a value',
    file: 'src/widget/shared/views/row.ts',
    edits: { '<bdi>${copy}</bdi>': '<bdi .innerHTML=${copy}></bdi>' },
    caughtBy: ['test/proofs/widget/payloads.test.ts', 'on a page that would let them run'],
  },
  {
    name: 'a late response that is shown',
    file: 'src/widget/deposit-slip/state.ts',
    edits: {
      'return awaitedOf(state) === request;':
        'return awaitedOf(state) !== undefined && request !== undefined;',
    },
    caughtBy: ['test/widget/state.test.ts', 'does not change by the response to another request, even an'],
  },
  {
    name: 'a body without a size limit',
    file: 'src/widget/shared/endpoint.ts',
    edits: { 'const MAX_BYTES = 256 * 1024;': 'const MAX_BYTES = 256 * 1024 * 1024;' },
    caughtBy: ['test/widget/problems.test.ts', 'unreadable'],
  },
  {
    name: 'a redirect followed',
    file: 'src/widget/shared/endpoint.ts',
    edits: { "redirect: 'manual'": "redirect: 'follow'" },
    caughtBy: ['test/widget/problems.test.ts', 'unreadable'],
  },
  {
    name: 'a message on the console as it came',
    file: 'src/widget/shared/problem-warning.ts',
    edits: { 'message: masked(message)': 'message' },
    caughtBy: ['test/widget/problems.test.ts', 'without accounts and addresses'],
  },
  {
    name: 'a QR code of another text',
    file: 'src/widget/shared/qr.ts',
    edits: { 'encoded(create, payload)': 'encoded(create, payload.toUpperCase())' },
    caughtBy: ['test/widget/qr.test.ts', 'as exactly the text that is copied'],
  },
  {
    name: 'no quiet zone',
    file: 'src/widget/shared/qr.ts',
    edits: { 'export const QUIET_ZONE = 4;': 'export const QUIET_ZONE = 1;' },
    caughtBy: ['test/widget/qr.test.ts', 'keeps four light modules around it'],
  },
  {
    name: 'a test deposit that is not marked',
    file: 'src/widget/deposit-slip/state.ts',
    edits: { 'test: state.test || action.test === true': 'test: action.test === true' },
    caughtBy: ['test/widget/state.test.ts', 'remains marked as a test after one response was'],
  },
  {
    name: 'cookies sent to every origin',
    file: 'src/widget/shared/endpoint.ts',
    edits: { "credentials: 'same-origin'": "credentials: 'include'" },
    caughtBy: ['test/widget/endpoint.test.ts', 'sends cookies only to an endpoint on the page’s own origin'],
  },
  {
    name: "the page's address sent to the endpoint",
    file: 'src/widget/shared/endpoint.ts',
    edits: { "    referrerPolicy: 'no-referrer',\n": '' },
    caughtBy: ['test/widget/endpoint.test.ts', 'sends cookies only to an endpoint on the page’s own origin'],
  },
  {
    name: 'a slip from the cache of the browser',
    file: 'src/widget/shared/endpoint.ts',
    edits: { "cache: 'no-store'": "cache: 'default'" },
    caughtBy: ['test/widget/endpoint.test.ts', 'bypasses every cache, which may hold the slip of another'],
  },
  {
    name: 'a value cut off after its first line',
    file: 'src/widget/shared/styles/row.ts',
    edits: {
      '    min-inline-size: 0;\n    -webkit-user-select: all;':
        '    min-inline-size: 0;\n    max-block-size: 1.5em;\n    overflow: clip;\n    -webkit-user-select: all;',
    },
    caughtBy: ['test/widget/layout.test.ts', 'shows every character of the values of'],
  },
  {
    name: 'a long value cut off at its edge',
    file: 'src/widget/shared/styles/row.ts',
    edits: {
      '.value.code {\n    white-space: pre-wrap;':
        '.value.code {\n    overflow: clip;\n    white-space: pre;',
    },
    caughtBy: ['test/widget/layout.test.ts', 'shows every character of the values of'],
  },
  {
    name: 'a theme that hides the values',
    file: 'src/widget/shared/controllers/palette-controller.ts',
    edits: { 'const TEXT = 3;': 'const TEXT = 1;' },
    caughtBy: ['test/widget/theming.test.ts', 'uses every readable color of a theme, and an unreadable one'],
  },
  {
    name: 'an account of an earlier visit that is set later',
    file: 'src/widget/deposit-slip/deposit-slip.ts',
    edits: { "  'seen',\n": '' },
    caughtBy: ['test/widget/slip.test.ts', 'compares the account with the one of an earlier visit even if'],
  },
  {
    name: 'an answer of another amount that may be paid',
    file: 'src/widget/deposit-slip/views/notices.ts',
    edits: { "new Set(['rail', 'amount', 'qr'])": "new Set(['rail', 'qr'])" },
    caughtBy: ['test/widget/slip.test.ts', 'shows no lead and no steps if the code has another amount than'],
  },
  {
    name: 'an invitation to pay again what is paid',
    file: 'src/widget/deposit-slip/views/arrival.ts',
    edits: { 'canRenew && !isFixed && slip !== undefined': 'canRenew && slip !== undefined' },
    caughtBy: ['test/widget/arrival.test.ts', 'one is of the requested amount'],
  },
  {
    name: 'a part after which the whole is asked for',
    file: 'src/core/reader/slip-reader.ts',
    edits: { 'envelope.payment?.remaining ?? ': '' },
    caughtBy: ['test/widget/payment.test.ts', 'makes the slip request the remainder everywhere, and list'],
  },
  {
    name: 'a rest that is requested with every poll',
    file: 'src/widget/deposit-slip/arrived.ts',
    edits: { 'remaining !== rest &&': '' },
    caughtBy: ['test/widget/payment.test.ts', 'is requested once, even if the endpoint still sends the slip'],
  },
  {
    name: 'a receipt of the code that is open',
    file: 'src/widget/deposit-slip/views/arrival.ts',
    edits: { 'slip && !isElsewhere(state) ? foldedValues': 'slip ? foldedValues' },
    caughtBy: ['test/widget/payment.test.ts', 'turns its page into the receipt, which shows what arrived'],
  },
  {
    name: 'a page that looks no more after the arrival',
    file: 'src/widget/deposit-slip/slip-controller.ts',
    edits: {
      "if (state.status !== 'ready' && state.status !== 'arrived') return;\n    this.#poller.stop();":
        "this.#poller.stop();\n    if (state.status !== 'ready') return;",
    },
    caughtBy: ['test/widget/payment.test.ts', 'is shown with its date, announced, and offers the slip again'],
  },
  {
    name: 'sums that are believed by half',
    file: 'src/core/reader/payment.ts',
    edits: { 'total === minorOf(received) &&': '' },
    caughtBy: ['test/core/reader/payment.test.ts', 'of any amount is open'],
  },
  {
    name: 'an amount copied as the payer writes it',
    file: 'src/widget/shared/i18n/formatting.ts',
    edits: { 'countryLocale(fiat) ?? numberLocale(tag': 'numberLocale(tag' },
    caughtBy: ['test/widget/slip.test.ts', 'copies the amount in the notation of the bank’s form, whatever'],
  },
  {
    name: 'a pasted amount that the browser cuts',
    file: 'src/widget/deposit-slip/views/amount.ts',
    edits: { 'autocomplete="off"': 'autocomplete="off" maxlength="32"' },
    caughtBy: ['test/widget/amount.test.ts', 'keeps every digit of a long number'],
  },
  {
    name: 'a new code for every amount after one was renewed',
    file: 'src/widget/deposit-slip/state.ts',
    edits: { 'request: action.request.refresh ?': 'request: false ?' },
    caughtBy: ['test/widget/amount.test.ts', 'is shown beside the slip if the amount is optional, and'],
  },
  {
    name: 'foreign changes: a node that stays removed',
    file: 'src/widget/shared/foreign-changes.ts',
    edits: { 'of removedNodes) target': 'of []) target' },
    caughtBy: ['test/widget/foreign-changes.test.ts', 'shows the amounts of the last response in a slip'],
  },
  {
    name: 'foreign changes: a removed node that changes unseen',
    file: 'src/widget/shared/foreign-changes.ts',
    edits: { 'of each.removedNodes)': 'of [] as Node[])' },
    caughtBy: ['test/widget/foreign-changes.test.ts', 'shows the amounts of the last response in a slip'],
  },
  {
    name: 'a QR code that stays on a new slip',
    file: 'src/widget/shared/controllers/qr-controller.ts',
    edits: {
      'record({ open: this.#state.open, drawing })': 'record({ ...this.#state, ...record({ drawing }) })',
    },
    caughtBy: ['test/widget/qr.test.ts', 'disappears with its slip, and does not become the code of the'],
  },
  {
    name: 'a picture that stays on a new slip',
    file: 'src/widget/shared/controllers/picture-controller.ts',
    edits: { 'this.#source = source;\n      this.#state = record({});': 'this.#source = source;' },
    caughtBy: ['test/widget/picture.test.ts', 'disappears with its slip,'],
  },
  {
    name: 'a picture that loads after its slip is gone',
    file: 'src/widget/shared/controllers/picture-controller.ts',
    edits: { 'if (source !== this.#source) return true;\n': '' },
    caughtBy: ['test/widget/picture.test.ts', 'disappears with its slip,'],
  },
  {
    name: 'links to loopback on any page',
    file: 'src/widget/deposit-slip/settings.ts',
    edits: { 'isLoopback(hostname)': 'isLoopback(location.hostname) || true' },
    caughtBy: ['test/widget/settings.test.ts', 'is refused on any other page'],
  },
  {
    name: 'an unknown value that is shared as a known one',
    file: 'src/widget/deposit-slip/views/lines.ts',
    edits: { '...notesOf(row, context).map((note) => fill(...note))': '' },
    caughtBy: ['test/widget/share-print.test.ts', 'shares the note that it does not recognize a value'],
  },
  {
    name: 'a failed BIC that is folded away',
    file: 'src/widget/deposit-slip/views/values.ts',
    edits: { "if (check === 'failed') return 'others';": '' },
    caughtBy: ['test/widget/slip.test.ts', 'but not one that fails its check'],
  },
  {
    name: 'text under a QR key that leads',
    file: 'src/widget/deposit-slip/views/values.ts',
    edits: { 'role === undefined || isUnknown(row)': 'role === undefined' },
    caughtBy: ['test/widget/unknown-values.test.ts', 'leads with the link to a QR code'],
  },
  {
    name: 'a marked bank name for the bank of a CLABE',
    file: 'src/widget/deposit-slip/views/derived.ts',
    edits: { " && reason !== 'foreign'": '' },
    caughtBy: ['test/widget/bank.test.ts', 'is shown beside a bank name that is marked'],
  },
  {
    name: 'a slip to be paid to a marked value',
    file: 'src/widget/deposit-slip/views/notices.ts',
    edits: { ' || isMarkedLead(row, slip)': '' },
    caughtBy: ['test/widget/unknown-values.test.ts', 'is not payable if everything that could be paid to is'],
  },
  {
    name: 'polling while the page is hidden',
    file: 'src/widget/shared/controllers/arrival-poller.ts',
    edits: { " || document.visibilityState === 'hidden'": '' },
    caughtBy: ['test/widget/arrival-poller.test.ts', 'stops while the page is hidden, and polls at once'],
  },
  {
    name: 'a poll when the page is hidden',
    file: 'src/widget/shared/controllers/arrival-poller.ts',
    edits: { "if (document.visibilityState === 'visible') void": 'void' },
    caughtBy: ['test/widget/arrival-poller.test.ts', 'stops while the page is hidden, and polls at once'],
  },
  {
    name: 'a receipt of the requested number in another currency',
    file: 'src/widget/deposit-slip/arrived.ts',
    edits: { 'fiat === asked.fiat && ': '' },
    caughtBy: ['test/widget/arrival.test.ts', 'of the requested number in another currency'],
  },
  {
    name: 'spaces that are copied but not seen',
    file: 'src/widget/shared/styles/row.ts',
    edits: { 'white-space: pre-wrap;': '' },
    caughtBy: ['test/proofs/widget/seen.test.ts', 'in hostile values of unknown keys'],
  },
  {
    name: 'a deposit dated by its return',
    file: 'src/widget/deposit-slip/views/account.ts',
    edits: {
      'momentOf(createTime, context)], shownId(txId))':
        'momentOf(deposit.returnTime ?? createTime, context)], shownId(txId))',
    },
    caughtBy: ['test/widget/payment.test.ts', 'is shown with its own date, and so are the deposits before'],
  },
  {
    name: 'the amount below the rows of the answer',
    file: 'src/widget/deposit-slip/views/values.ts',
    edits: {
      '<dl>${derived}${rows.map((row) => otherRow(row, slip, context))}</dl>':
        '<dl>${rows.map((row) => otherRow(row, slip, context))}${derived}</dl>',
    },
    caughtBy: ['test/widget/bank.test.ts', 'is below the account and the amount, and above the other rows'],
  },
  {
    name: 'dates in a language that the texts are not in',
    file: 'src/widget/deposit-slip/deposit-slip.ts',
    edits: { 'lang: spokenLanguage(tag)': 'lang: tag' },
    caughtBy: ['test/widget/language.test.ts', 'is English throughout if it is not registered, including'],
  },
  {
    name: 'nobody to ask where deposits cannot be seen',
    file: 'src/widget/deposit-slip/views/state.ts',
    edits: { "state.watch === 'blind'": 'isHeld(state.watch)' },
    caughtBy: ['test/widget/waiting.test.ts', 'says that new deposits cannot be seen'],
  },
  {
    name: 'an account as the deposit message, without a note',
    file: 'src/widget/deposit-slip/views/values.ts',
    edits: { ': messageHelps], ...notesOf(row, context)]': ': messageHelps]]' },
    caughtBy: ['test/widget/unknown-values.test.ts', 'marks a deposit message that is an account'],
  },
];

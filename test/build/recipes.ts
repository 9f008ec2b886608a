/**
 * An example for each recipe of CONTRIBUTING.md whose steps a test follows: the files to change, and what to
 * write into them.
 */

import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../root.js';
import { before, copied, created, instead, type Edit, type Read } from './edits.js';

interface Recipe {
  /** The headings of its sections in CONTRIBUTING.md. */
  readonly sections: readonly string[];
  /** The values for the words in angle brackets of its paths. */
  readonly words?: Readonly<Record<string, string>>;
  /** Whether it changes the build, or the size limits of the build. */
  readonly isBuilt?: true;
  readonly edits: Readonly<Record<string, Edit | readonly Edit[]>>;
}

const GUIDE = readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8');

/** The text below a heading of CONTRIBUTING.md. */
function sectionOf(heading: string): string {
  const [, text] = GUIDE.split(`\n### ${heading}\n`);
  if (text === undefined) throw new Error(`CONTRIBUTING.md has no section "${heading}"`);
  return text.split('\n## ')[0]!.split('\n### ')[0]!;
}

/** The SQL in a section. */
function statementsOf(heading: string): string {
  return /```sql\n(.*?)```/s.exec(sectionOf(heading))![1]!.replaceAll(/^ +/gm, '');
}

const localeOf = (key: string, title: string): readonly Edit[] => [
  (text) => text.replaceAll(/^( +)realName: .*\n/gm, `$&$1clKey: '${key}',\n`),
  (text) => text.replaceAll(/^( +)'pe-link': .*\n/gm, `$&$1'transfer-cl': '${title}',\n`),
];
const COMPLETE_LOCALES = readdirSync(join(ROOT, 'src/widget/locales'))
  .map((name) => `src/widget/locales/${name}`)
  .filter(
    (file) => file.endsWith('/en.ts') || readFileSync(join(ROOT, file), 'utf8').includes(': Messages ='),
  );
/** Makes the texts of a copied locale differ from the original ones. */
const translated: Edit = (text) => text.replaceAll(/: '(?=\p{L})/gu, ": 'Ĉ");
const simulatorOf = (name: string): Edit => before("      'pix-key':", `      'cl-key': '${name}',\n`);

export const RECIPES: readonly Recipe[] = [
  {
    sections: ['A deposit method', 'A currency', 'A kind of value'],
    words: { '<scheme>': 'cl-key', '<id>': '96' },
    edits: {
      'src/core/currencies.ts': before(
        '} as const satisfies Readonly',
        "  CLP: { isWhole: true, signs: ['CL$'] },\n",
      ),
      'sandbox/test/operations.test.ts': before(
        "  'eur-usd': [],",
        "  'clp-account': [{ merchantId, channel: 'clp-account', fiat: 'CLP', fieldList: { alias: 'e' } }],\n",
      ),
      'docs/client.md': before(
        '| `eur-usd` ',
        '| `clp-account`  | CLP                               |          |\n',
      ),
      'src/contract/activation.ts': [
        before("  | 'eur-usd'", "  | 'clp-account'\n"),
        before(
          "  {\n    name: 'eur-usd',",
          "  { name: 'clp-account', trench: 'CLP Account', fiats: ['CLP'], fields: alias, verifies: false },\n",
        ),
      ],
      'src/server/client/activation-input.ts': [
        before(
          '/** Pix. The second',
          "/** Bank transfer in Chile. */\nexport type ClpActivation = ActivationFor<'clp-account', 'CLP'> & WithAlias;\n\n",
        ),
        before('  | PixActivation', '  | ClpActivation\n'),
      ],
      'src/server/client/activation.ts': before("  'pen-account': true,", "  'clp-account': true,\n"),
      'sandbox/db/migrations/010-clp.sql': created(statementsOf('A currency')),
      'sandbox/db/seed.sql': instead("'USD', 'EUR'])", "'USD', 'EUR', 'CLP'])"),
      'sandbox/src/simulator/banks.ts': before('  EUR: {', "  CLP: { accounts: ['cl-key'] },\n"),
      'test/contract/activation.test.ts': before(
        "  pix: [{ trench: 'BANK_NAME_A'",
        "  'clp-account': [{ trench: 'CLP Account', fiats: ['CLP'], required: { alias: 'tienda' } }],\n",
      ),
      'test/server/client/lies/truths.ts': before(
        '  pix: [[[',
        "  'clp-account': [[['CLP'], { alias: 'a' }]],\n",
      ),
      'test/core/typed-amount.test.ts': [
        before("  PEN: 'es-PE',", "  CLP: 'es-CL',\n"),
        before("    USD: ['$10'", "    CLP: ['$10', 'CL$ 10', '10 CLP'],\n"),
      ],
      'sandbox/test/channels.test.ts': before("  95: 'PEN Account',", "  96: 'CLP Account',\n"),
      'sandbox/test/proofs/ledger/model/accounts.ts': [
        before(
          "  pix: { trench: 'BANK_NAME_A'",
          "  'clp-account': { trench: 'CLP Account', fiats: ['CLP'], paymentId: 96, alias: 'required', fields: {} },\n",
        ),
        before("  81: { fiat: 'USD'", "  96: { fiat: 'CLP', trench: 'CLP Account' },\n"),
      ],
      'src/core/schemes/cl-key.ts':
        created(`/** Whether \`key\` is well formed as the key of a business: an at sign and 4 to 20 letters and digits. */
export function isClKey(key: string): boolean {
  return /^@[0-9A-Z]{4,20}$/.test(key);
}
`),
      'src/core/kinds.ts': [
        before('import { isClabe }', "import { isClKey } from './schemes/cl-key.js';\n"),
        before('  link: PLAIN,', "  'cl-key': identifier('exact', isClKey),\n"),
        before('] as const satisfies readonly Kind[];', "  'cl-key',\n"),
      ],
      'src/core.ts': (text) => `${text}export { isClKey } from './core/schemes/cl-key.js';\n`,
      'src/core/methods.ts': [
        before("  | 'pixKey'", "  | 'clKey'\n"),
        before(
          '] as const satisfies readonly Method[];',
          `  {
    id: 96,
    slug: 'transfer-cl',
    fiat: 'CLP',
    amountLocale: 'es-CL',
    amount: 'none',
    fields: [field('clKey', 'cl-key', 'Llave')],
    needs: [['clKey']],
    lead: ['clKey'],
    settles: 'seconds',
    holderName: 'unused',
    hasTxId: false,
    sample: { Llave: '@SANDBOX7QHW2' },
  },
`,
        ),
      ],
      ...Object.fromEntries(COMPLETE_LOCALES.map((file) => [file, localeOf('Llave', 'Transferencia')])),
      'sandbox/src/issuing/accounts.ts': (text) => `${text}
/** A key that begins with \`@SANDBOX\`. */
export const clKey: Issuer = {
  pattern: /^@SANDBOX[0-9]{9}$/,
  reference: 'account',
  make: ({ random }) => \`@SANDBOX\${random.digits('cl-key', 9)}\`,
};
`,
      'sandbox/src/issuing/index.ts': [
        before('cbu, cci, clabe,', 'clKey, '),
        before("  'pix-key': pixKey,", "  'cl-key': clKey,\n"),
      ],
      'sandbox/src/issuing/rails.ts': before(
        "  ['ach', 'ACH_Virtual Account'],",
        "  ['transfer-cl', 'Transferencia'],\n",
      ),
      'sandbox/src/simulator/texts/en.ts': simulatorOf('key'),
      'sandbox/src/simulator/texts/es.ts': simulatorOf('llave'),
      'sandbox/src/simulator/texts/pt-BR.ts': simulatorOf('chave'),
      'test/fixtures/spec/pending-fund/96.json': created(
        '{"code":200,"data":{"fiat":"CLP","paymentMethodName":"Transferencia","fieldList":{"Llave":"@TIENDA1"}}}',
      ),
      'test/core/kinds.test.ts': before(
        "  'pix-code': [Object",
        "  'cl-key': [['@SANDBOX7QHW2'], ['SANDBOX7QHW2', '@']],\n",
      ),
      'test/widget/promises.test.ts': before(
        '  ...both(85, sampleFields(85)',
        '  ...both(96, sampleFields(96)),\n',
      ),
    },
  },
  {
    sections: ['A locale'],
    isBuilt: true,
    words: { '<tag>': 'eo' },
    edits: {
      'bench/budgets.ts': (text) =>
        text.replaceAll(/(?<=budget: )[\d.]+/g, (limit) => String(Number(limit) + 15)),
      'README.md': instead('The element speaks English,', 'The element speaks English, Esperanto,'),
      'site/.vitepress/theme/LiveSlip.vue': instead("'es', ", "'eo', 'es', "),
      'src/widget/locales/eo.ts': copied(
        'src/widget/locales/es.ts',
        instead('export const es:', 'export const eo:'),
        instead("registerLocale('es', es)", "registerLocale('eo', eo)"),
        translated,
      ),
      'src/widget/deposit-history/locales/eo.ts': copied(
        'src/widget/deposit-history/locales/es.ts',
        instead('export const es:', 'export const eo:'),
        translated,
      ),
      'src/widget/all-locales.ts': [
        before('import { ptBR }', "import { eo } from './locales/eo.js';\n"),
        before("  'pt-BR': ptBR,", '  eo,\n'),
      ],
      'src/ssr/texts.ts': before(
        "  'es-AR': {",
        "  eo: { select: 'Elektu.', needsScript: 'Uzu.', spokenCode: '{name}, {count}' },\n",
      ),
      'src/widget/deposit-history/all-locales.ts': [
        before('import { ptBR }', "import { eo } from './locales/eo.js';\n"),
        before("  'pt-BR': ptBR,", '  eo,\n'),
      ],
    },
  },
  {
    sections: ['A custom property, attribute, event or part'],
    edits: {
      'src/widget/shared/styles/tokens.ts': before(
        '  /** Shadow of the element',
        "  /** Space between two steps, up to 24px. */\n  { name: 'step-space', light: '8px', bound: 'min($, 24px)' },\n",
      ),
      'src/widget/deposit-slip/styles/slip.ts': instead(
        'gap: 8px;\n    margin-block-start: 16px;\n    counter-reset: step;',
        'gap: var(--_step-space);\n    margin-block-start: 16px;\n    counter-reset: step;',
      ),
      'src/widget/deposit-slip/views/steps.ts': instead(
        '<li><span>${step}</span>',
        '<li part="step"><span>${step}</span>',
      ),
      'src/widget/deposit-slip/deposit-slip.ts': before(
        ' * @csspart facts -',
        ' * @csspart step - One step of what to do.\n',
      ),
      'test/fixtures/extremes.ts': before("  shadow: ['none'", "  'step-space': LENGTHS,\n"),
      'test/widget/theming.test.ts': before(
        "  it('leaves the colors to the page",
        `  it('has the space between steps that a page sets', async () => {
    const slip = await mountSample(105);
    slip.style.setProperty('--deposit-step-space', '20px');
    const steps = slip.shadowRoot!.querySelectorAll('[part="step"]');
    expect(getComputedStyle(steps[0]!.parentElement!).rowGap).to.equal('20px');
  });

`,
      ),
    },
  },
  {
    sections: ['A query parameter'],
    words: { '<name>': 'flows' },
    edits: {
      'src/contract/flows.ts': before(
        "  flowType: flowTypeFilter.default('ALL'),",
        "  category: z.enum(FLOW_CATEGORIES, { error: `one of ${FLOW_CATEGORIES.join(', ')}` }).optional(),\n",
      ),
      'src/server/client/flow-pages.ts': before(
        '  /** Default: `ALL`. */',
        "  readonly category?: 'TRADE' | 'FEE' | 'TRANSFER' | undefined;\n",
      ),
      'src/server/client/flows.ts': instead(
        "flow, 'merchantId', 'txId')",
        "flow, 'merchantId', 'txId', 'category')",
      ),
      'test/server/client/lies/truths.ts': before('flowType, ...window }', "category: 'TRANSFER', "),
      'sandbox/src/ledger/flows.ts': [
        before('  readonly flowType?: string', '  readonly category?: string | undefined;\n'),
        instead(
          '{ merchants, fiat, txId, flowType, startTime, endTime }: FlowFilter',
          '{ merchants, fiat, txId, category, flowType, startTime, endTime }: FlowFilter',
        ),
        before(
          "      ...params.condition('i.flow_type ='",
          "      ...params.condition('i.category =', category, 'text'),\n",
        ),
        before('txId !== undefined ? undefined', 'category !== undefined || '),
      ],
      'test/contract/requests.test.ts': [
        before("flowType: 'TRANSFER_OUT' }", "category: 'FEE', "),
        before("'flowType', 'currentPage', 'pageSize']", "'category', "),
      ],
      'test/server/client/numbers.test.ts': before("flowType: 'DEPOSIT',", "category: 'FEE', "),
      'sandbox/test/proofs/hostile.test.ts': before('flowType=ALL&', 'category=FEE&'),
      'bench/server/lists.ts': before('    txId: `txId=${txId}`,', "    category: 'category=FEE',\n"),
      'sandbox/test/proofs/service/spec.ts': before("      flowType: 'word?',", "      category: 'word?',\n"),
      'sandbox/test/proofs/ledger/commands/lists.ts': [
        before('  flowType: ({ flowType })', '  category: ({ category }) => category,\n'),
        before(
          '    flowType: fc.constantFrom(',
          "    category: fc.constantFrom('TRADE', 'FEE', 'TRANSFER'),\n",
        ),
      ],
      'sandbox/test/flows.test.ts': (text) => `${text}
test('flows are those of a category', async () => {
  const { total } = await sandbox.flows({ merchantId: 1001 });
  const fees = await sandbox.flows({ merchantId: 1001, category: 'FEE' });
  assert.ok(fees.total > 0 && fees.total < total);
  assert.ok(fees.record.every(({ category }) => category === 'FEE'));
});
`,
    },
  },
  {
    sections: ['Another element'],
    isBuilt: true,
    words: { '<name>': 'tip' },
    edits: {
      'src/widget/deposit-tip/deposit-tip.ts':
        created(`import { html, LitElement, type TemplateResult } from 'lit';

/**
 * Thanks the payer.
 *
 * @tag deposit-tip
 * @summary A line of thanks.
 * @csspart thanks - The line.
 */
export class DepositTip extends LitElement {
  static readonly tag: string = 'deposit-tip';

  protected override render(): TemplateResult {
    return html\`<p part="thanks">Thanks</p>\`;
  }
}
`),
      'src/tip.ts': created(`/** Registers \`<deposit-tip>\`. */
import { DepositTip } from './widget/deposit-tip/deposit-tip.js';
import { defineElement } from './widget/shared/define-element.js';

export { DepositTip };

/** Registers \`<deposit-tip>\`, or the same element under another tag. */
export function defineTip(tag = DepositTip.tag, registry: CustomElementRegistry = globalThis.customElements): void {
  defineElement(DepositTip, tag, registry);
}

defineTip();

declare global {
  interface HTMLElementTagNameMap {
    'deposit-tip': DepositTip;
  }
}
`),
      'package.json': [
        before(
          '    "./ssr": {',
          `    "./tip": {
      "@deposit-slip/source": "./src/tip.ts",
      "types": "./dist/tip.d.ts",
      "default": "./dist/tip.js"
    },
`,
        ),
        before('    "./dist/chunks/all-locales.js",', '    "./dist/tip.js",\n    "./src/tip.ts",\n'),
      ],
      'docs/tip.md': created('# The tip\n\n<!-- deposit-tip parts -->\n\n<!-- /deposit-tip parts -->\n'),
      'site/.vitepress/sidebar.ts': before("    'The history': 'history',", "    'The tip': 'tip',\n"),
      'README.md': before('[the history](docs/history.md)', '[the tip](docs/tip.md) · '),
    },
  },
];

/** The text of a recipe, with the example's values for the words in angle brackets. */
export function textOf({ sections, words = {} }: Recipe): string {
  return sections
    .map(sectionOf)
    .join('\n')
    .replace(/<\w+>/g, (word) => words[word] ?? word);
}

/**
 * The texts of all files that the recipes write, by path. Throws if a file no longer has the place that an
 * example changes.
 */
export function followed(): ReadonlyMap<string, string> {
  const written = new Map<string, string>();
  const read: Read = (path) => {
    const file = join(ROOT, path);
    return written.get(path) ?? (existsSync(file) ? readFileSync(file, 'utf8') : '');
  };
  const faults: string[] = [];
  for (const [path, edits] of RECIPES.flatMap((recipe) => Object.entries(recipe.edits))) {
    const edited = (text: string, edit: Edit): string => {
      try {
        return edit(text, read);
      } catch (error) {
        faults.push(`${path}: ${(error as Error).message}`);
        return text;
      }
    };
    written.set(path, [edits].flat().reduce(edited, read(path)));
  }
  if (faults.length > 0) throw new Error(faults.join('\n'));
  return written;
}

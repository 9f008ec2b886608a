/** Loads the home page's text and figures from the README and the benchmark results. */
import { readFileSync } from 'node:fs';

const read = (file: string) => readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8');

/** The figures of bench/results that the home page shows. */
interface Loads {
  readonly 'slow phone': Readonly<
    Record<string, { readonly shift: number; readonly ratios: Readonly<Record<string, Ratios>> }>
  >;
}
interface Ratios {
  readonly visible: number;
}
interface Size {
  readonly what: string;
  readonly kb: number;
}

export interface Home {
  readonly tagline: string;
  /** The commands that try the project, each with a description. */
  readonly commands: readonly { readonly command: string; readonly does: string }[];
  readonly figures: readonly { readonly value: string; readonly what: string }[];
}

export default {
  load(): Home {
    const readme = read('README.md');
    const [, tagline] = /^`<deposit-slip>` ((?:.+\n)+)/m.exec(readme)!;
    const [, , block] = /^```sh\n(([^]*?))^```$/m.exec(readme)!;
    return {
      tagline: sentence(tagline!.trim().replaceAll('\n', ' ')),
      commands: block!
        .trim()
        .split('\n')
        .map((line) => line.split(/\s+# /))
        .map(([command, does]) => ({ command: command!, does: sentence(does!) })),
      figures: figures(),
    };
  },
};

/** Adds a capital and a full stop. */
function sentence(text: string): string {
  return `${text[0]!.toUpperCase()}${text.slice(1).replace(/\.$/, '')}.`;
}

function figures(): Home['figures'] {
  const { loads } = JSON.parse(read('bench/results/browser.json')) as { loads: { figures: Loads } };
  const [script] = JSON.parse(read('bench/results/sizes.json')) as readonly Size[];
  const pages = loads.figures['slow phone'];
  const slip = pages['deposit-slip, in the HTML']!;
  const other = pages['adyen-web']!;
  return [
    {
      value: `${slip.ratios['adyen-web']!.visible.toFixed(2)}x`,
      what: 'the time that adyen-web’s page takes to show a Pix code on a slow phone, if your server renders the slip',
    },
    {
      value: slip.shift.toFixed(2),
      what: `layout shift while the page loads; adyen-web’s page has ${other.shift.toFixed(2)}`,
    },
    { value: `${script!.kb.toFixed(1)} KB`, what: `after Brotli for ${script!.what}` },
  ];
}

export declare const data: Home;

/** A page that loads the script-tag file, from the template test/pages/script-tag.html. */
export interface ScriptTagPage {
  /** The name of its policy in pages.ts. */
  readonly policy: string;
  /** Module scripts, in the order they run. */
  readonly scripts: readonly string[];
}

const SCRIPT = '/script-tag/deposit-slip.js';
const BOTH = ['/second-element/both-slip.js', '/second-element/both-history.js'];
const own = (name: string): string => `/test/pages/script-tag/${name}.ts`;

/** The pages, by the name in their address: `/test/pages/script-twice.html`. */
export const SCRIPT_TAG_PAGES: Readonly<Record<string, ScriptTagPage>> = {
  'script-beside-lit': { policy: 'strict', scripts: [SCRIPT, own('page-lit')] },
  'script-beside-history': { policy: 'both', scripts: BOTH },
  'script-beside-history-unnamed': { policy: 'strict', scripts: BOTH },
  'script-beside-npm': { policy: 'strict', scripts: ['/src/index.ts', SCRIPT] },
  'script-late': { policy: 'strict', scripts: [own('set-up-early'), '/script-tag/late.js'] },
  'script-policy-default': { policy: 'trusted-any', scripts: [own('default-policy'), SCRIPT] },
  'script-policy-none': { policy: 'trusted-none', scripts: [SCRIPT] },
  'script-policy-unnamed': { policy: 'trusted-lit', scripts: [SCRIPT] },
  'script-tag-taken': { policy: 'strict', scripts: [own('tag-taken'), SCRIPT] },
  'script-twice': { policy: 'strict', scripts: [SCRIPT, SCRIPT, `${SCRIPT}?again`] },
  'script-versions': { policy: 'strict', scripts: [SCRIPT, '/script-tag/other-version.js'] },
};

/** The template with the page's scripts, after a script that collects the page's errors. */
export function scriptTagPage(template: string, { scripts }: ScriptTagPage): string {
  const tags = [own('page-errors'), ...scripts].map((src) => `<script type="module" src="${src}"></script>`);
  return template.replace('%SCRIPTS%', tags.join('\n    '));
}

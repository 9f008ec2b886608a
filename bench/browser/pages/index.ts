import { bundle } from '../../bundle.js';
import { adyen } from './adyen.js';
import { ours } from './ours.js';
import type { File, Page } from './page.js';
import { plain } from './plain.js';
import { shoelace } from './shoelace.js';

/** Builds all pages. Returns them with every file they load, by path. */
export async function buildPages(): Promise<{ pages: readonly Page[]; files: ReadonlyMap<string, File> }> {
  const pages = [...(await ours()), ...(await adyen()), shoelace, plain];
  const files = new Map<string, File>();
  for (const page of pages) {
    for (const [path, file] of Object.entries(page.files ?? {})) files.set(path, file);
    const tags = page.module === undefined ? '' : await addModule(page.module, page, files);
    files.set(page.path, { type: 'text/html; charset=utf-8', content: htmlOf(page, tags) });
  }
  return { pages, files };
}

/** Adds the built files of a module. Returns the tags that load it. */
async function addModule(module: string, { root, path }: Page, files: Map<string, File>): Promise<string> {
  let tags = '';
  for (const file of await bundle(module, root!, `${path}/`)) {
    const url = `${path}/${file.fileName}`;
    if (file.type === 'asset') {
      files.set(url, { type: 'text/css', content: file.source });
      tags += `<link rel="stylesheet" href="${url}">`;
    } else {
      files.set(url, { type: 'text/javascript', content: file.code });
      if (file.isEntry) tags += `<script type="module" src="${url}"></script>`;
    }
  }
  return tags;
}

/** The content below the payment in a checkout, which moves when the payment grows. */
const BELOW = '<p>Pedidos saem em dois dias. Dúvidas? Escreva para nós.</p>'.repeat(40);

/** Sets the icon, because the browser would otherwise request one from the server. */
function htmlOf({ name, head = '', body = '' }: Page, tags: string): string {
  return `<!doctype html><html lang="pt-BR"><meta charset="utf-8"><title>${name}</title>
<meta name="viewport" content="width=device-width"><link rel="icon" href="data:,">${head}${tags}
<body>${body}${BELOW}`;
}

/** Extends Markdown: links between pages, live elements and diagrams. */
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { MarkdownOptions, MarkdownRenderer } from 'vitepress';
import { linkOf, slugify } from './pages.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export const markdown: MarkdownOptions = {
  anchor: { slugify },
  // The attribute syntax would remove `{merchant}` from the text.
  attrs: { disable: true },
  // In VitePress's own themes, comments and keywords are too pale on the background of code.
  theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
  config(md) {
    md.use(linkPages).use(livePlaces);
  },
};

/** Makes the links between Markdown files lead from page to page. */
function linkPages(md: MarkdownRenderer): void {
  md.core.ruler.push('link-pages', ({ tokens, env }) => {
    const file = relative(ROOT, env.realPath ?? env.path);
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      if (token.type !== 'link_open') continue;
      const link = linkOf(file, token.attrGet('href') ?? '');
      // Without an address, a link is text.
      if (link === undefined) token.attrs = null;
      else token.attrSet('href', link);
    }
  });
}

/** Replaces the picture and the diagrams in the guides by live components. */
function livePlaces(md: MarkdownRenderer): void {
  md.core.ruler.before('normalize', 'live-places', (state) => {
    state.src = state.src.replace(/<picture>[^]*?<\/picture>/, '<LiveSlip />');
  });
  const { fence } = md.renderer.rules;
  md.renderer.rules.fence = (tokens, index, ...rest) => {
    const { info, content } = tokens[index]!;
    if (info.trim() !== 'mermaid') return fence!(tokens, index, ...rest);
    return `<Diagram text="${encodeURIComponent(content)}" />`;
  };
}

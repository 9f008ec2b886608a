/** What the site makes of the Markdown files beyond what the repository's pages show. */
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { MarkdownOptions, MarkdownRenderer } from 'vitepress';
import { linkOf, slugify } from './pages.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export const markdown: MarkdownOptions = {
  anchor: { slugify },
  // Its attributes in braces would take `{merchant}` out of a text.
  attrs: { disable: true },
  // Those of VitePress have comments and keywords that are too pale on its background of code.
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

/** Puts the live parts into the guides, in place of a picture, the text of a diagram or a comment. */
function livePlaces(md: MarkdownRenderer): void {
  md.core.ruler.before('normalize', 'live-places', (state) => {
    state.src = state.src
      .replace(/<picture>[^]*?<\/picture>/, '<LiveSlip />')
      .replace('<!-- live: theme -->', '<ThemeEditor />');
  });
  const { fence } = md.renderer.rules;
  md.renderer.rules.fence = (tokens, index, ...rest) => {
    const { info, content } = tokens[index]!;
    if (info.trim() !== 'mermaid') return fence!(tokens, index, ...rest);
    return `<Diagram text="${encodeURIComponent(content)}" />`;
  };
}

/** Puts the live parts of the site into the guides, where GitHub shows a picture, a diagram's text or nothing. */
import type { MarkdownRenderer } from 'vitepress';

export function livePlaces(md: MarkdownRenderer): void {
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

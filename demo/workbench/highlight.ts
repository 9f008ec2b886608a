import { html, type TemplateResult } from 'lit';

/** The pattern of each kind of token, in the order in which they are tried. */
const KINDS = {
  arrow: /^=>/,
  comment: /^(?:\/\/[^\n]*|\/\*[^]*?\*\/)/,
  string: /^(?:"[^"\n]*"|'[^'\n]*')/,
  tag: /^<\/?[a-z][\w-]*|^\/?>/,
  word: /^(?:import|from|export|function|const|return|type)\b/,
  name: /^[a-z][\w-]*(?==|:)/i,
} as const;

/** The text with its tokens marked. Colors only make it easier to read; they carry no meaning. */
export function highlighted(text: string): TemplateResult[] {
  const parts: TemplateResult[] = [];
  let plain = '';
  for (let rest = text; rest !== '';) {
    const [kind, token] = tokenAt(rest, /\w$/.test(plain));
    if (kind === undefined) plain += token;
    else {
      parts.push(html`${plain}<span class=${kind}>${token}</span>`);
      plain = '';
    }
    rest = rest.slice(token.length);
  }
  return [...parts, html`${plain}`];
}

/** The token at the beginning of the text; none in the middle of a word. */
function tokenAt(text: string, isInWord: boolean): readonly [kind: string | undefined, token: string] {
  for (const [kind, pattern] of isInWord ? [] : Object.entries(KINDS)) {
    const [token] = pattern.exec(text) ?? [];
    if (token) return [kind, token];
  }
  return [undefined, text[0]!];
}

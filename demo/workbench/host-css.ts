/** Style sheets of pages that the element must survive in. */
export const HOST_CSS: Readonly<Record<string, string>> = {
  none: '',
  rtl: '',
  reset: `
    *, ::before, ::after { box-sizing: border-box; margin: 0; padding: 0; border: 0 solid; }
    html { line-height: 1.5; -webkit-text-size-adjust: 100%; }
    img, svg, video, canvas, iframe { display: block; max-width: 100%; }
    button, input, select, textarea { font: inherit; color: inherit; background: transparent; }
    ol, ul { list-style: none; }
    a { color: inherit; text-decoration: inherit; }
    h1, h2, h3 { font-size: inherit; font-weight: inherit; }
  `,
  hostile: `
    * { transition: all 1s; }
    body, main {
      text-transform: uppercase; letter-spacing: 0.3em; word-spacing: 1em; white-space: nowrap; text-indent: 2em;
      line-height: 3; text-align: right; text-shadow: 2px 2px red; font-style: italic; font-variant: small-caps;
      cursor: crosshair;
    }
    button { background: red; float: right; }
    svg { display: none; }
    dl, dd, ol, li { margin: 3em; }
  `,
};

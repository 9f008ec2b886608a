/**
 * A page that makes the mistake which the element must not make: it uses texts as markup, and its reader
 * touches everything.
 */

/** Reports each call of a function that only hostile code calls, and each request, which its policy stops. */
const CARELESS_PAGE = `<!doctype html>
<meta http-equiv="content-security-policy" content="default-src 'unsafe-inline' 'unsafe-eval'">
<body><script>
  const bitten = () => parent.postMessage('bitten', '*');
  for (const name of ['alert', 'confirm', 'prompt', 'print', 'open', 'fetch']) self[name] = bitten;
  document.addEventListener('securitypolicyviolation', bitten);
  addEventListener('message', ({ data }) => {
    document.body.innerHTML = data;
    const touches = ['pointerover', 'mouseover', 'mouseenter', 'mousemove', 'click'];
    for (const each of document.body.querySelectorAll('*')) {
      each.focus?.();
      for (const type of touches) each.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true }));
    }
  });
</script>`;

/**
 * Gives each text to a separate page. Returns the texts that have run code or sent a request so far; more may
 * follow.
 */
export async function bites(texts: readonly string[]): Promise<ReadonlySet<string>> {
  const bitten = new Set<string>();
  const pages = new Map<MessageEventSource | null, string>();
  addEventListener('message', ({ source, data }) => {
    const text = pages.get(source);
    if (data === 'bitten' && text !== undefined) bitten.add(text);
  });
  const opened = texts.map(async (text) => {
    const frame = document.createElement('iframe');
    frame.sandbox.add('allow-scripts');
    frame.srcdoc = CARELESS_PAGE;
    const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
    document.body.append(frame);
    await loaded;
    pages.set(frame.contentWindow, text);
    frame.contentWindow!.postMessage(text, '*');
  });
  await Promise.all(opened);
  return bitten;
}

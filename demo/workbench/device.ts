/** Shows the element as with a touch screen or as with a mouse, whatever this device has. */

const POINTER = /\((?:any-)?(?:hover|pointer):/;
const original = window.matchMedia.bind(window);

/** The original media text of a rule. */
const texts = new WeakMap<CSSMediaRule, string>();

let isTouch = false;

/** Makes the element's own media queries match the chosen device. Call it before the element is defined. */
export function startDevice(): void {
  window.matchMedia = (query) => {
    if (!POINTER.test(query)) return original(query);
    return original(query.includes('coarse') === isTouch ? 'all' : 'not all');
  };
}

/**
 * Rewrites the media rules of the element's style sheets that query the pointer, because a page cannot
 * emulate the device. False if the engine has no such rules to rewrite.
 */
export function applyDevice(root: ShadowRoot, device: string): boolean {
  isTouch = device === 'touch';
  const rules = root.adoptedStyleSheets.flatMap(({ cssRules }) => mediaRulesIn(cssRules));
  const ours = rules.filter((rule) => POINTER.test(texts.get(rule) ?? rule.media.mediaText));
  for (const rule of ours) {
    if (!texts.has(rule)) texts.set(rule, rule.media.mediaText);
    const wantsTouch = texts.get(rule)!.includes('coarse');
    rule.media.mediaText = wantsTouch === isTouch ? 'all' : 'not all';
  }
  return ours.length > 0;
}

function mediaRulesIn(rules: CSSRuleList): CSSMediaRule[] {
  return [...rules].flatMap((rule) => {
    const inner = rule instanceof CSSGroupingRule ? mediaRulesIn(rule.cssRules) : [];
    return rule instanceof CSSMediaRule ? [rule, ...inner] : inner;
  });
}

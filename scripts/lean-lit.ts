import type { Plugin } from 'vite';

/** What of Lit's minified source goes, word for word, and what stands in its place. */
type Cut = readonly [from: string, to: string];

/**
 * By file, for Lit 3.3.3: source that reads otherwise stops the build, and then it is gone through again. Each cut is
 * something the element and its templates have no use for, in the browsers it is made for.
 */
const CUTS: Readonly<Record<string, readonly Cut[]>> = {
  '@lit/reactive-element/css-tag.js': [
    // Every browser of our baseline adopts sheets.
    [
      'e=t.ShadowRoot&&(void 0===t.ShadyCSS||t.ShadyCSS.nativeShadow)&&"adoptedStyleSheets"in Document.prototype&&"replace"in CSSStyleSheet.prototype',
      'e=true',
    ],
    [
      'if(this._$cssResult$=!0,o!==s)throw Error("CSSResult is not constructable. Use `unsafeCSS` or `css` instead.");',
      'this._$cssResult$=!0;',
    ],
    // Our one sheet is a text.
    [
      'const s=this.t;if(e&&void 0===t){const e=void 0!==s&&1===s.length;e&&(t=o.get(s)),void 0===t&&((this.o=t=new CSSStyleSheet).replaceSync(this.cssText),e&&o.set(s,t))}return t',
      'return void 0===t&&(this.o=t=new CSSStyleSheet).replaceSync(this.cssText),t',
    ],
    ['toString(){return this.cssText}', ''],
    ['"string"==typeof t?t:t+""', 't'],
    ['t instanceof CSSStyleSheet?t:t.styleSheet', 't.styleSheet'],
  ],
  '@lit/reactive-element/reactive-element.js': [
    // Hooks for polyfills, and the register of versions.
    ['a=globalThis,c=a.trustedTypes,l=c?c.emptyScript:"",p=a.reactiveElementPolyfillSupport,', ''],
    [',p?.({ReactiveElement:y}),(a.reactiveElementVersions??=[]).push("2.1.2");', ';'],
    // Decorators, of which the element has none; their metadata would be made on the page's own `Symbol`.
    ['Symbol.metadata??=Symbol("metadata"),a.litPropertyMetadata??=new WeakMap;', ''],
    [
      'const t=this[Symbol.metadata];if(null!==t){const s=litPropertyMetadata.get(t);if(void 0!==s)for(const[t,i]of s)this.elementProperties.set(t,i)}',
      '',
    ],
    ['static addInitializer(t){this._$Ei(),(this.l??=[]).push(t)}', ''],
    [',void 0!==t.l&&(this.l=[...t.l]),', ','],
    [',this.constructor.l?.forEach(t=>t(this))', ''],
    [',this.prototype.hasOwnProperty(t)&&((s=Object.create(s)).wrapped=!0)', ''],
    [
      'const t=this.constructor.elementProperties;if(t.size>0)for(const[s,i]of t){const{wrapped:t}=i,e=this[s];!0!==t||this._$AL.has(s)||void 0===e||this.C(s,void 0,i,e)}',
      '',
    ],
    // Of what a property may be told, ours use its attribute, its type (a text, a number, a boolean), and reflection
    // as it is.
    ['s.state&&(s.attribute=!1),', ''],
    [
      'toAttribute(t,s){switch(s){case Boolean:t=t?l:null;break;case Object:case Array:t=null==t?t:JSON.stringify(t)}return t},',
      '',
    ],
    ['break;case Object:case Array:try{i=JSON.parse(t)}catch(t){i=null}', ''],
    [
      'const h=(void 0!==i.converter?.toAttribute?i.converter:u).toAttribute(s,i.type);this._$Em=t,null==h?this.removeAttribute(e):this.setAttribute(e,h)',
      'this._$Em=t,null==s?this.removeAttribute(e):this.setAttribute(e,s)',
    ],
    [
      ',h="function"==typeof t.converter?{fromAttribute:t.converter}:void 0!==t.converter?.fromAttribute?t.converter:u;this._$Em=e;const r=h.fromAttribute(s,t.type);this[e]=r??this._$Ej?.get(e)??r,',
      ';this._$Em=e,this[e]=u.fromAttribute(s,t.type),',
    ],
    [
      '!((i.hasChanged??f)(h,s)||i.useDefault&&i.reflect&&h===this._$Ej?.get(t)&&!this.hasAttribute(r._$Eu(t,i)))',
      '!f(h,s)',
    ],
    [
      '{useDefault:i,reflect:e,wrapped:h},r){i&&!(this._$Ej??=new Map).has(t)&&(this._$Ej.set(t,r??s??this[t]),!0!==h||void 0!==r)||(this._$AL.has(t)||(this.hasUpdated||i||(s=void 0)',
      '{reflect:e}){(this._$AL.has(t)||(this.hasUpdated||(s=void 0)',
    ],
    [
      'const{get:e,set:r}=h(this.prototype,t)??{get(){return this[s]},set(t){this[s]=t}};return{get:e,set(s){const h=e?.call(this);r?.call(this,s),this.requestUpdate(t,h,i)}',
      'return{get(){return this[s]},set(e){const r=this[s];this[s]=e,this.requestUpdate(t,r,i)}',
    ],
    ['s=[...r(t),...o(t)]', 's=r(t)'],
    // Moments of an update the element does not ask for.
    [
      't=this.shouldUpdate(s),t?(this.willUpdate(s),this._$EO?.forEach(t=>t.hostUpdate?.()),this.update(s)):this._$EM()',
      't=!0,this.willUpdate(s),this._$EO?.forEach(t=>t.hostUpdate?.()),this.update(s)',
    ],
    ['shouldUpdate(t){return!0}', ''],
    [
      'const t=this.scheduleUpdate();return null!=t&&await t,!this.isUpdatePending}scheduleUpdate(){return this.performUpdate()}',
      'return this.performUpdate(),!this.isUpdatePending}',
    ],
    ['this.getUpdateComplete()}getUpdateComplete(){return this._$ES}', 'this._$ES}'],
    ['this.hasUpdated||(this.hasUpdated=!0,this.firstUpdated(t)),', 'this.hasUpdated=!0,'],
    ['updated(t){}firstUpdated(t){}', ''],
    ['type:String,converter:u,reflect:!1,useDefault:!1,hasChanged:f}', 'type:String}'],
    [
      'if(this._$Ei(),this.elementProperties.set(t,s),!s.noAccessor){',
      'this._$Ei(),this.elementProperties.set(t,s);{',
    ],
    ['"string"==typeof t?t.toLowerCase():void 0', 't.toLowerCase()'],
    // One sheet.
    ['this.elementStyles=this.finalizeStyles(this.styles)', 'this.elementStyles=[this.styles]'],
    [
      'static finalizeStyles(s){const i=[];if(Array.isArray(s)){const e=new Set(s.flat(1/0).reverse());for(const s of e)i.unshift(t(s))}else void 0!==s&&i.push(t(s));return i}',
      '',
    ],
  ],
  'lit-element/lit-element.js': [
    // Hooks for polyfills and hydration, and the register of versions.
    [
      ',s.litElementHydrateSupport?.({LitElement:i});const o=s.litElementPolyfillSupport;o?.({LitElement:i});',
      ';',
    ],
    ['(s.litElementVersions??=[]).push("4.2.2");', ''],
    // Only directives want to know whether they are on the page.
    [
      'connectedCallback(){super.connectedCallback(),this._$Do?.setConnected(!0)}disconnectedCallback(){super.disconnectedCallback(),this._$Do?.setConnected(!1)}',
      '',
    ],
    ['this.hasUpdated||(this.renderOptions.isConnected=this.isConnected),', ''],
    ['render(){return r}', ''],
    ['i._$litElement$=!0,', ''],
    // What is rendered into holds nothing else.
    [
      'createRenderRoot(){const t=super.createRenderRoot();return this.renderOptions.renderBefore??=t.firstChild,t}',
      '',
    ],
  ],
  'lit-html/lit-html.js': [
    // Hooks for polyfills, and the register of versions.
    [
      'const j={M:h,P:o,A:n,C:1,L:N,R,D:d,V:M,I:k,H,N:L,U:z,B:I,F:Z},B=t.litHtmlPolyfillSupport;B?.(S,k),(t.litHtmlVersions??=[]).push("3.3.3");const D=',
      'const j=0,D=',
    ],
    // The policy takes our own name: a page's Lit beside it keeps its own. A name that is taken, because the file is
    // on the page twice, must not throw in the page; the copy that came first serves the tag.
    [
      's.createPolicy("lit-html",{createHTML:t=>t})',
      '(()=>{try{return s.createPolicy("deposit-slip",{createHTML:t=>t})}catch{}})()',
    ],
    // Values inside comments, in raw text and on elements as a whole: the templates have none.
    [
      'else t.startsWith(o)&&(d.push({type:6,index:l}),r.removeAttribute(t));if(y.test(r.tagName)){const t=r.textContent.split(o),i=t.length-1;if(i>0){r.textContent=s?s.emptyScript:"";for(let s=0;s<i;s++)r.append(t[s],c()),P.nextNode(),d.push({type:2,index:++l});r.append(t[i],c())}}',
      '',
    ],
    [';else{let t=-1;for(;-1!==(t=r.data.indexOf(o,t+1));)d.push({type:7,index:l}),t+=o.length-1}', ';'],
    [':6===r.type&&(i=new Z(h,this,t))', ':0'],
    // Directives: a value is a value.
    ['function M(t,i,s=t,e){', 'function M(t,i){'],
    [
      'if(i===E)return i;let h=void 0!==e?s._$Co?.[e]:s._$Cl;const o=a(i)?void 0:i._$litDirective$;return h?.constructor!==o&&(h?._$AO?.(!1),void 0===o?h=void 0:(h=new o(t),h._$AT(t,s,e)),void 0!==e?(s._$Co??=[])[e]=h:s._$Cl=h),void 0!==h&&(i=M(t,h._$AS(t,i.values),h,e)),i',
      'return i',
    ],
    ['get parentNode(){return this._$AM.parentNode}get _$AU(){return this._$AM._$AU}u(', 'u('],
    ['get _$AU(){return this._$AM?._$AU??this._$Cv}', ''],
    [
      'get parentNode(){let t=this._$AA.parentNode;const i=this._$AM;return void 0!==i&&11===t?.nodeType&&(t=i.parentNode),t}get startNode(){return this._$AA}get endNode(){return this._$AB}',
      '',
    ],
    ['get tagName(){return this.element.tagName}get _$AU(){return this._$AM._$AU}', ''],
    ['this._$AP?.(!1,!0,s)', ''],
    ['setConnected(t){void 0===this._$AM&&(this._$Cv=t,this._$AP?.(t))}', ''],
    ['this._$AV=[],this._$AN=void 0,', 'this._$AV=[],'],
    ['this.type=2,this._$AH=A,this._$AN=void 0,', 'this._$AH=A,'],
    ['this.type=1,this._$AH=A,this._$AN=void 0,', 'this._$AH=A,'],
    ['constructor(){super(...arguments),this.type=3}', ''],
    ['constructor(){super(...arguments),this.type=4}', ''],
    ['constructor(t,i,s,e,h){super(t,i,s,e,h),this.type=5}', ''],
    [
      'for(const s of this._$AV)void 0!==s&&(void 0!==s.strings',
      'for(const s of this._$AV)(void 0!==s.strings',
    ],
    ['const s=i(t).nextSibling;i(t).remove(),t=s', 'const s=t.nextSibling;t.remove(),t=s'],
    // Templates are HTML and are read here: none is SVG or MathML alone, none was compiled ahead.
    ['2===i?"<svg>":3===i?"<math>":""', '""'],
    ['+(2===i?"</svg>":3===i?"</math>":"")', ''],
    [',2===i||3===i){const t=this.el.content.firstChild;t.replaceWith(...t.childNodes)}', ');'],
    ['if(this.el=S', '(this.el=S'],
    [
      '"number"==typeof s?this._$AC(t):(void 0===s.el&&(s.el=S.createElement(V(s.h,s.h[0]),this.options)),s)',
      'this._$AC(t)',
    ],
    // Listeners are functions that know their own `this`.
    [',this.options=e,this._$Cv=e?.isConnected??!0', ''],
    ['this._$AM=e,this.options=h,', 'this._$AM=e,'],
    ['this.O(c()),this,this.options)', 'this.O(c()),this)'],
    ['s=t.u(this.options)', 's=t.u()'],
    [
      '"function"==typeof this._$AH?this._$AH.call(this.options?.host??this.element,t):this._$AH.handleEvent(t)',
      'this._$AH(t)',
    ],
    // Lists are arrays, and what is rendered into holds nothing else.
    ['||"function"==typeof t?.[Symbol.iterator]', ''],
    ['||t.capture!==s.capture||t.once!==s.once||t.passive!==s.passive', ''],
    ['s?.renderBefore??i', 'i'],
    ['s?.renderBefore??null', 'null'],
    ['(t?.creationScope??l)', 'l'],
  ],
};

/** Lit as it is in the script-tag file. */
export const leanLit: Plugin = {
  name: 'lean-lit',
  enforce: 'pre',
  resolveId(source, importer) {
    if (importer && isOurs(importer) && /^@?lit\b/.test(source) && source !== 'lit')
      throw new Error(`Of Lit the element has \`lit\` alone, without ${source} (scripts/lean-lit.ts).`);
  },
  transform(code, id) {
    if (isOurs(id)) checkTemplates(code, id);
    const file = Object.keys(CUTS).find((name) => id.endsWith(`/node_modules/${name}`));
    if (!file) return undefined;
    return { code: CUTS[file]!.reduce((left, cut) => withCut(left, cut, id), code), map: null };
  },
  buildEnd(error) {
    const ids = [...this.getModuleIds()];
    const missing = Object.keys(CUTS).filter(
      (file) => !ids.some((id) => id.endsWith(`/node_modules/${file}`)),
    );
    const hasElement = ids.some((id) => id.endsWith('/src/widget/deposit-slip.ts'));
    if (!error && hasElement && missing.length > 0)
      throw new Error(`Lit is kept in other files now: no ${missing.join()}.`);
  },
};

function isOurs(id: string): boolean {
  return id.includes('/src/widget/');
}

function withCut(code: string, [from, to]: Cut, id: string): string {
  const [before, after, ...others] = code.split(from);
  if (after === undefined || others.length > 0)
    throw new Error(`Lit is written in another way now: not once in ${id}: ${from}`);
  return before + to + after;
}

function checkTemplates(code: string, id: string): void {
  if (/html`[^`]*<(?:!--|(?:script|style|textarea|title)\b)|\b(?:svg|mathml)`/.test(code))
    throw new Error(`No comments, raw text, svg or mathml in templates (scripts/lean-lit.ts): ${id}`);
}

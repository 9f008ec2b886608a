/**
 * Replaces the built-ins that MooTools 1.4.5 (with the compatibility of 1.2, as Joomla has it) replaces in
 * today's browsers, by functions that differ from the standard as its functions do. Written for our tests: no
 * code of the library.
 */
(() => {
  // Wraps a text, and ignores every parameter but the first.
  Array.from = (value) => {
    if (value === null || value === undefined) return [];
    return typeof value === 'object' && 'length' in value ? Array.prototype.slice.call(value) : [value];
  };
  Object.values = (value) => Object.keys(value).map((name) => value[name]);
  // The second parameter is the list of all further ones.
  function bind(context, list) {
    const values = list === null || list === undefined ? undefined : Array.from(list);
    return (...own) => this.apply(context, values ?? own);
  }
  Object.assign(Function.prototype, { bind });
  // Members that `for...in` over a list finds.
  function self() {
    return this;
  }
  Object.assign(Array.prototype, { each: self, clean: self, include: self, erase: self, flatten: self });
  const { parse, stringify } = JSON;
  window.JSON = { parse, stringify, encode: stringify, decode: parse };
  // Classes of its own in place of the browser's.
  window.Event = function (event) {
    this.event = event;
    this.type = event.type;
  };
  for (const name of ['Request', 'Document', 'Window']) window[name] = function () {};
  const { prototype } = Element;
  window.Element = function (tag) {
    return document.createElement(tag);
  };
  window.Element.prototype = prototype;
})();

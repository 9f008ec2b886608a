/**
 * Replaces the built-ins that Prototype 1.7.3 replaces in today's browsers, by functions that differ from the
 * standard as its functions do. Written for our tests: no code of the library.
 */
(() => {
  const listOf = (value) => {
    const list = [];
    for (let at = 0; at < (value?.length ?? 0); at++) list[at] = value[at];
    return list;
  };
  const same = (value) => value;

  // Ignores every parameter but the first.
  Array.from = (value) => (value && 'toArray' in Object(value) ? value.toArray() : listOf(value));
  // Inherited members too.
  Object.values = (value) => {
    const values = [];
    for (const name in value) values[values.length] = value[name];
    return values;
  };
  const replaced = {
    // A list, no iterator.
    entries() {
      return listOf(this);
    },
    toArray() {
      return listOf(this);
    },
    // `false` leaves the list as it is.
    reverse(inline) {
      return reverse.call(inline === false ? listOf(this) : this);
    },
    find(test, context) {
      for (const value of this) if (test.call(context, value)) return value;
      return undefined;
    },
  };
  const { reverse } = Array.prototype;
  for (const name of ['map', 'every', 'some']) {
    const native = Array.prototype[name];
    replaced[name] = function (test = same, context) {
      return native.call(this, test, context);
    };
  }
  Object.assign(Array.prototype, replaced);

  const { prototype } = Element;
  window.Element = function Element(tag, attributes) {
    const element = document.createElement(tag);
    for (const name in attributes) element.setAttribute(name, attributes[name]);
    return element;
  };
  window.Element.prototype = prototype;
  // Every element inherits them.
  for (const name of ['show', 'hide', 'update', 'select', 'replace', 'wrap', 'clone', 'fire', 'request'])
    HTMLElement.prototype[name] = function () {
      return this;
    };
})();

/**
 * Hears whatever a script could leave behind or tell to anybody, from before the first module on: `heard` is a list of
 * lines `what: detail`. Nothing is hindered.
 */
const heard = [];

function hear(what, detail) {
  heard.push(`${what}: ${detail}`);
}

function textOf(value) {
  try {
    const isPlain = typeof value === 'object' && !(value instanceof URL);
    return isPlain ? JSON.stringify(value) : String(value);
  } catch {
    return String(value);
  }
}

/** Every call of a method, with what it was given. */
function listen(owner, name, what) {
  const native = owner?.[name];
  if (typeof native !== 'function') return;
  owner[name] = function (...given) {
    hear(what, given.map(textOf).join(' '));
    return new.target ? Reflect.construct(native, given, new.target) : Reflect.apply(native, this, given);
  };
  if (native.prototype) owner[name].prototype = native.prototype;
}

/** Every value set to a property. */
function listenToSetting(owner, name, what) {
  const native = owner && Object.getOwnPropertyDescriptor(owner, name);
  if (!native?.set) return;
  Object.defineProperty(owner, name, {
    ...native,
    set(value) {
      hear(what, textOf(value));
      native.set.call(this, value);
    },
  });
}

for (const name of ['setItem', 'getItem', 'removeItem', 'clear', 'key'])
  listen(Storage.prototype, name, 'storage');
for (const name of ['open', 'deleteDatabase', 'databases'])
  listen(globalThis.IDBFactory?.prototype, name, 'database');
for (const name of ['open', 'match', 'has', 'keys'])
  listen(globalThis.CacheStorage?.prototype, name, 'cache');
for (const name of ['set', 'get', 'getAll', 'delete'])
  listen(globalThis.CookieStore?.prototype, name, 'cookie');
listen(globalThis.StorageManager?.prototype, 'getDirectory', 'files');
listenToSetting(Document.prototype, 'cookie', 'cookie');
listenToSetting(globalThis, 'name', 'window name');
for (const name of ['pushState', 'replaceState', 'go', 'back', 'forward'])
  listen(History.prototype, name, 'history');
for (const name of ['open', 'postMessage', 'alert', 'confirm', 'prompt']) listen(globalThis, name, name);
for (const owner of [globalThis.MessagePort, globalThis.BroadcastChannel, globalThis.Worker])
  listen(owner?.prototype, 'postMessage', 'postMessage');
for (const name of [
  'Worker',
  'SharedWorker',
  'BroadcastChannel',
  'WebSocket',
  'EventSource',
  'RTCPeerConnection',
])
  listen(globalThis, name, name);
listen(globalThis.ServiceWorkerContainer?.prototype, 'register', 'service worker');
listen(Navigator.prototype, 'sendBeacon', 'request');
listen(XMLHttpRequest.prototype, 'open', 'request');
listen(globalThis, 'fetch', 'request');
listen(globalThis, 'eval', 'eval');
for (const name of [
  'log',
  'info',
  'debug',
  'warn',
  'error',
  'dir',
  'table',
  'trace',
  'group',
  'time',
  'count',
])
  listen(console, name, 'console');

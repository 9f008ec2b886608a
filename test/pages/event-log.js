/**
 * Records everything that a script could store or send. Runs before the first module. `eventLog` is a list of
 * lines `what: detail`. Nothing is blocked: the native function still runs.
 */
const eventLog = [];

function record(what, detail) {
  eventLog.push(`${what}: ${detail}`);
}

function textOf(value) {
  try {
    const isPlain = typeof value === 'object' && !(value instanceof URL);
    return isPlain ? JSON.stringify(value) : String(value);
  } catch {
    return String(value);
  }
}

/** Records each call of a method with its arguments. */
function recordCalls(owner, name, what) {
  const native = owner?.[name];
  if (typeof native !== 'function') return;
  owner[name] = function (...args) {
    record(what, args.map(textOf).join(' '));
    return new.target ? Reflect.construct(native, args, new.target) : Reflect.apply(native, this, args);
  };
  if (native.prototype) owner[name].prototype = native.prototype;
}

/** Records each value set to a property. */
function recordWrites(owner, name, what) {
  const native = owner && Object.getOwnPropertyDescriptor(owner, name);
  if (!native?.set) return;
  Object.defineProperty(owner, name, {
    ...native,
    set(value) {
      record(what, textOf(value));
      native.set.call(this, value);
    },
  });
}

for (const name of ['setItem', 'getItem', 'removeItem', 'clear', 'key'])
  recordCalls(Storage.prototype, name, 'storage');
for (const name of ['open', 'deleteDatabase', 'databases'])
  recordCalls(globalThis.IDBFactory?.prototype, name, 'database');
for (const name of ['open', 'match', 'has', 'keys'])
  recordCalls(globalThis.CacheStorage?.prototype, name, 'cache');
for (const name of ['set', 'get', 'getAll', 'delete'])
  recordCalls(globalThis.CookieStore?.prototype, name, 'cookie');
recordCalls(globalThis.StorageManager?.prototype, 'getDirectory', 'files');
recordWrites(Document.prototype, 'cookie', 'cookie');
recordWrites(globalThis, 'name', 'window name');
for (const name of ['pushState', 'replaceState', 'go', 'back', 'forward'])
  recordCalls(History.prototype, name, 'history');
for (const name of ['open', 'postMessage', 'alert', 'confirm', 'prompt']) recordCalls(globalThis, name, name);
for (const owner of [globalThis.MessagePort, globalThis.BroadcastChannel, globalThis.Worker])
  recordCalls(owner?.prototype, 'postMessage', 'postMessage');
for (const name of [
  'Worker',
  'SharedWorker',
  'BroadcastChannel',
  'WebSocket',
  'EventSource',
  'RTCPeerConnection',
])
  recordCalls(globalThis, name, name);
recordCalls(globalThis.ServiceWorkerContainer?.prototype, 'register', 'service worker');
recordCalls(Navigator.prototype, 'sendBeacon', 'request');
recordCalls(XMLHttpRequest.prototype, 'open', 'request');
recordCalls(globalThis, 'fetch', 'request');
recordCalls(globalThis, 'eval', 'eval');
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
  recordCalls(console, name, 'console');

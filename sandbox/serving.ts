/**
 * The code that every server of this repository shares with the sandbox: how it starts, listens, locks a
 * folder and stops. Not published.
 */
export { UsageError } from './src/cli/options.js';
export { BEFORE_IMAGE, INITDB, pgliteVersion } from './src/db/image.js';
export { lockFolder } from './src/db/lock.js';
export { hostOf, serveHosts } from './src/http/hosts.js';
export { findLauncher, ignoreClosedOutput, stopWith } from './src/cli/launcher.js';
export { listen, type Listener } from './src/http/listen.js';
export { isOwnRequest } from './src/simulator/guard.js';
export { StartFailure, startFailureOf } from './src/start-failure.js';

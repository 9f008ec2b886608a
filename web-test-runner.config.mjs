// Loads the TypeScript below through tsx. `npm test -- test/widget` passes the flags that the runner needs.
import { fileURLToPath } from 'node:url';
import { register } from 'tsx/esm/api';

register();
const { widgetTests } = await import('./test/browsers/config.ts');

export default await widgetTests(fileURLToPath(new URL('.', import.meta.url)).replace(/\/$/, ''));

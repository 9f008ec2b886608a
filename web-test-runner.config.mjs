// Loads the TypeScript below through tsx. `npm test -- test/widget` starts the runner with the right flags.
import { fileURLToPath } from 'node:url';
import { register } from 'tsx/esm/api';

register();
const { widgetTests } = await import('./test/browsers/config.ts');

export default await widgetTests(fileURLToPath(new URL('.', import.meta.url)).replace(/\/$/, ''));

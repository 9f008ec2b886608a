/** Runs the test files that its arguments name in one process, each as a suite of its own. */
import { resolve } from 'node:path';
import { after, describe } from 'node:test';
import { pathToFileURL } from 'node:url';
import { end } from './at-end.js';

for (const file of process.argv.slice(2)) describe(file, () => import(pathToFileURL(resolve(file)).href));
after(end);

// Copies the page and the script-tag file of the package into one folder.
import { cpSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

cpSync('index.html', 'dist/index.html');
cpSync('shop.js', 'dist/shop.js');
cpSync(fileURLToPath(import.meta.resolve('deposit-slip/cdn/deposit-slip.js')), 'dist/deposit-slip.js');

// Copies the page, and the script-tag file and the style sheet of the package, into one folder.
import { cpSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';

cpSync('index.html', 'dist/index.html');
cpSync('shop.js', 'dist/shop.js');
for (const file of ['cdn/deposit-slip.js', 'styles/deposit-slip.css'])
  cpSync(fileURLToPath(import.meta.resolve(`deposit-slip/${file}`)), `dist/${basename(file)}`);

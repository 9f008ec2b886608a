// Copies the page, the package's script-tag file and its style sheet into one folder.
import { cpSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';

cpSync('index.html', 'dist/index.html');
cpSync('shop.js', 'dist/shop.js');
for (const file of ['cdn/deposit-slip.js', 'styles/deposit-slip.css'])
  cpSync(fileURLToPath(import.meta.resolve(`deposit-slip/${file}`)), `dist/${basename(file)}`);

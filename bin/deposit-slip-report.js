#!/usr/bin/env node
// Runs the sources through tsx in the repository, where nothing is built, and the built files in an installed package.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const source = new URL('../src/report-cli.ts', import.meta.url);
const isInstalled = /[\\/]node_modules[\\/]/.test(fileURLToPath(import.meta.url));

if (isInstalled || !existsSync(source)) {
  const { main } = await import('../dist/report-cli.js');
  await main(process.argv.slice(2));
} else {
  runSource();
}

function runSource() {
  const program = `import(${JSON.stringify(source.href)}).then(({ main }) => main(process.argv.slice(1)))`;
  const loader = ['--conditions=@deposit-slip/source', '--import', import.meta.resolve('tsx')];
  const child = spawn(process.execPath, [...loader, '--eval', program, '--', ...process.argv.slice(2)], {
    stdio: 'inherit',
  });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code) => process.exit(code ?? 1));
}

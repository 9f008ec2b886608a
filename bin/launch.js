import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * Runs a command: its built file in an installed package, or its source through tsx in the repository, where
 * nothing is built.
 */
export async function launch(name) {
  const source = new URL(`../src/cli/${name}.ts`, import.meta.url);
  const isInstalled = /[\\/]node_modules[\\/]/.test(fileURLToPath(import.meta.url));
  if (!isInstalled && existsSync(source)) return runSource(source.href);
  const { main } = await import(`../dist/cli/${name}.js`);
  await main(process.argv.slice(2));
}

function runSource(source) {
  const program = `import(${JSON.stringify(source)}).then(({ main }) => main(process.argv.slice(1)))`;
  const loader = ['--conditions=@deposit-slip/source', '--import', import.meta.resolve('tsx')];
  const child = spawn(process.execPath, [...loader, '--eval', program, '--', ...process.argv.slice(2)], {
    stdio: 'inherit',
  });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code) => process.exit(code ?? 1));
}

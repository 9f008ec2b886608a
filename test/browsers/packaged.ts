import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../root.js';

/**
 * The Chromium of the npm package `@sparticuz/chromium`, for machines without a browser; Linux on x64 only.
 */
export const HAS_PACKAGE = process.platform === 'linux' && process.arch === 'x64';

const PACKAGE = '@sparticuz/chromium';

/**
 * The program that starts the packaged browser. Unpacks it first, in three seconds, unless it has been
 * unpacked. Several processes may do so at once: each unpacks into a folder of its own, and a folder with the
 * final name is complete. Writing into the final place would let one process start a file that another is
 * still writing.
 */
export function packagedChromium(cache = join(ROOT, '.cache')): string {
  const manifest = join(ROOT, 'node_modules', PACKAGE, 'package.json');
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
  const folder = join(cache, `chromium-${version}`);
  const program = join(folder, 'start');
  if (!existsSync(program)) unpack(cache, folder);
  return program;
}

function unpack(cache: string, folder: string): void {
  mkdirSync(cache, { recursive: true });
  const partial = mkdtempSync(join(cache, 'chromium-'));
  try {
    // The package unpacks into the folder for temporary files; with VERCEL also the libraries that small
    // images of Linux lack.
    execFileSync(process.execPath, ['--input-type=module', '-e', UNPACK], {
      cwd: ROOT,
      env: { ...process.env, TMPDIR: partial, VERCEL: '1' },
    });
    writeFileSync(join(partial, 'fonts', 'fonts.conf'), FONTS);
    writeFileSync(join(partial, 'start'), START, { mode: 0o755 });
    renameSync(partial, folder);
  } catch (error) {
    // Another process was faster.
    if (!existsSync(folder)) throw error;
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
}

const UNPACK = `import chromium from '${PACKAGE}'; await chromium.executablePath();`;

/** The machine's own fonts, if it has any, before the one of the package. */
const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`;

const START = `#!/bin/sh
# Starts the browser with the libraries and the fonts that were unpacked with it.
folder=\${0%/*}
export LD_LIBRARY_PATH="\${LD_LIBRARY_PATH:+$LD_LIBRARY_PATH:}$folder/al2023/lib"
export FONTCONFIG_FILE="$folder/fonts/fonts.conf"
export XDG_CACHE_HOME="$folder/cache"
exec "$folder/chromium" "$@"
`;

/**
 * `npm run release -- VERSION --repository URL --homepage URL --bugs URL`: sets the version, builds, packs
 * and verifies both packages, and stops before they are published (docs/release.md).
 */
import { ReleaseError } from './release/plan.js';
import { prepareRelease } from './release/prepare.js';
import { verify } from './release/verify.js';

const ROOT = process.cwd();

try {
  const tarballs = prepareRelease(process.argv.slice(2), ROOT);
  await verify(ROOT, tarballs);
  for (const { file, integrity } of tarballs) console.log(`${file} ${integrity}`);
  console.log('\nNothing is published yet. To publish:\n');
  for (const { file } of tarballs) console.log(`npm publish ./${file} --access public --provenance`);
} catch (error) {
  const isEarly = error instanceof ReleaseError;
  console.error(isEarly ? `${error.reason}: ${error.message}` : error);
  if (!isEarly) console.error('\nTo undo what was changed: git restore .');
  process.exitCode = 1;
}

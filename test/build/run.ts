import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Runs a command in a folder and returns its output. Rejects with its whole output if the command fails. */
export async function run(
  command: string,
  cwd: string,
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const options = { cwd, env: { ...process.env, ...env }, maxBuffer: 1e8 };
  try {
    return (await promisify(execFile)('sh', ['-c', command], options)).stdout;
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`${command}\n${stdout}${stderr}`, { cause: error });
  }
}

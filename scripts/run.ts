import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** A flag of tsc: each further checker would compute again what the first one knows. */
export const ONE_CHECKER = ['--checkers', '1'] as const;

type Variables = Readonly<Record<string, string>>;

/** Runs a program in a folder and returns its output. Rejects with its whole output if the program fails. */
export async function run(
  program: string,
  args: readonly string[],
  cwd: string,
  env: Variables = {},
): Promise<string> {
  const options = { cwd, env: { ...process.env, ...env }, maxBuffer: 1e8 };
  try {
    return (await promisify(execFile)(program, args, options)).stdout;
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { readonly stdout?: string; readonly stderr?: string };
    throw new Error(`${[program, ...args].join(' ')} failed:\n${stdout}${stderr}`, { cause: error });
  }
}

/** Runs a command line in a shell; otherwise like `run`. */
export function shell(command: string, cwd: string, env?: Variables): Promise<string> {
  return run('sh', ['-c', command], cwd, env);
}

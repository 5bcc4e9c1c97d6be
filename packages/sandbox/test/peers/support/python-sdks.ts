import { fileURLToPath } from 'node:url';
import { run } from '../../../../routing/test/peers/support/process.ts';
import { installPythonPackage } from '../../../../routing/test/peers/support/python.ts';

/** What an SDK's operations came to, by their names. */
export interface PythonReport {
  readonly all: readonly string[];
  readonly done: readonly string[];
  /** Those that answered 501. */
  readonly absent: readonly string[];
  /** The error of the first one that was not answered rightly. */
  readonly failed: Readonly<Record<string, string>>;
}

const scripts = fileURLToPath(new URL('python/', import.meta.url));

/** Runs the operations of a Python SDK against a door. */
export async function installPythonSdk(requirement: string, script: string) {
  const { python, directory } = await installPythonPackage(requirement, { minimum: '3.10' });
  return async (url: string, apiKey: string): Promise<PythonReport> => {
    const env = { ...process.env, PYTHONPATH: directory, PYTHONDONTWRITEBYTECODE: '1' };
    const args = [`${scripts}${script}.py`, url, apiKey];
    const output = await run({ command: python, args, env, timeoutMs: 50_000 });
    return JSON.parse(output.trim().split('\n').at(-1) ?? '');
  };
}

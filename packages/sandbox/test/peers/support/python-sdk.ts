import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { obtain } from '../../../../routing/test/peers/support/obtain.ts';
import { installPythonPackage } from '../../../../routing/test/peers/support/python.ts';
import type { Foreign } from './mailpit-clients.ts';

/** A script that answers a line of JSON for each line of JSON. */
export interface PythonSdk {
  /** Rejects with the error that Python raised. */
  call(request: object): Promise<Foreign>;
  close(): Promise<void>;
}

/** Installs a package, or returns `undefined` where it cannot be installed. */
export function installPythonSdk(requirement: string) {
  return obtain(requirement, () => installPythonPackage(requirement, { minimum: '3.10' }));
}

/** Starts a script of this folder with the package. */
export function startPythonSdk(
  { python, directory }: { readonly python: string; readonly directory: string },
  script: string,
  args: readonly string[],
): PythonSdk {
  const path = fileURLToPath(new URL(script, import.meta.url));
  const env = { ...process.env, PYTHONPATH: directory, PYTHONIOENCODING: 'utf-8' };
  const child = spawn(python, [path, ...args], { env, stdio: ['pipe', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    call: async (request) => {
      child.stdin.write(`${JSON.stringify(request)}\n`);
      const { value } = await lines.next();
      if (value === undefined) throw new Error(`${script} has ended.`);
      const { answer, error } = JSON.parse(value);
      if (error !== undefined) throw new Error(error);
      return answer;
    },
    close: async () => {
      child.stdin.end();
      await exited;
    },
  };
}

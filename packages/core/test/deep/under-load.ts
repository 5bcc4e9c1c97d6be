import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll } from 'vitest';
import { type BundledProgram, bundleProgram } from './bundled-program.ts';

/**
 * A server in its own process for the tests of this file, and a load program, each run in its own process.
 */
export function underLoad(
  server: string,
  program: string,
): <Measured>(...args: readonly (string | number)[]) => Promise<Measured> {
  const script = fileURLToPath(new URL(server, import.meta.url));
  const child = spawn(process.execPath, [script], { stdio: ['pipe', 'pipe', 'inherit'] });
  let url = '';
  let bundled: BundledProgram;

  beforeAll(async () => {
    const [port] = await once(createInterface(child.stdout), 'line');
    url = `http://127.0.0.1:${port}`;
    bundled = await bundleProgram(program);
  });
  afterAll(async () => {
    child.stdin.end();
    if (child.exitCode === null) await once(child, 'exit');
    bundled[Symbol.dispose]();
  });

  return (...args) => bundled.run(url, ...args);
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll } from 'vitest';
import { type BundledProgram, bundleProgram } from './bundled-program.ts';

/** A load program: each run has a process of its own, and a server in another. */
export function underLoad(
  server: string,
  program: string,
): <Measured>(...args: readonly (string | number)[]) => Promise<Measured> {
  const script = fileURLToPath(new URL(server, import.meta.url));
  let bundled: BundledProgram;
  beforeAll(async () => {
    bundled = await bundleProgram(program);
  });
  afterAll(() => bundled[Symbol.dispose]());

  return async (...args) => {
    const child = spawn(process.execPath, [script], { stdio: ['pipe', 'pipe', 'inherit'] });
    try {
      const [port] = await once(createInterface(child.stdout), 'line');
      return await bundled.run(`http://127.0.0.1:${port}`, ...args);
    } finally {
      child.stdin.end();
      if (child.exitCode === null) await once(child, 'exit');
    }
  };
}

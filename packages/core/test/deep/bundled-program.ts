import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';

const execute = promisify(execFile);

// Young objects have the same space in all versions of Node: from 24 on it grows by up to 48 MiB more, at a
// time that differs from run to run.
const nodeFlags = ['--expose-gc', '--unhandled-rejections=strict', '--max-semi-space-size=16'];

/** A program of this folder, made ready to be measured in a process of its own. */
export interface BundledProgram {
  /** Runs it to its end; what it printed last, as JSON. */
  run<Result>(...args: readonly (string | number)[]): Promise<Result>;
  [Symbol.dispose](): void;
}

/** Bundles it, as a service would run it: reading types away at run time costs memory and time of its own. */
export async function bundleProgram(entry: string): Promise<BundledProgram> {
  const folder = mkdtempSync(join(tmpdir(), 'program-'));
  const program = join(folder, 'program.mjs');
  await build({
    entryPoints: [fileURLToPath(new URL(entry, import.meta.url))],
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'esm',
    conditions: ['@org/source'],
    // What is not a module asks for Node's own parts with it.
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
    define: { __PACKAGE_VERSION__: '"0.0.0-test"' },
    logLevel: 'error',
  });
  return {
    async run(...args) {
      const argv = [...nodeFlags, program, ...args.map(String)];
      const { stdout } = await execute(process.execPath, argv, {
        env: { ...process.env, NODE_OPTIONS: '' },
      });
      const measured = stdout.trim().split('\n').at(-1) ?? '';
      console.log(`${args.slice(1).join(' ')}: ${measured}`);
      return JSON.parse(measured);
    },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true }),
  };
}

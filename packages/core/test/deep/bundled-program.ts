import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { bundleProgram as bundleFile } from '../../../../test/support/bundle-program.ts';

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
  const program = await bundleFile(new URL(entry, import.meta.url));
  return {
    async run(...args) {
      const argv = [...nodeFlags, program.path, ...args.map(String)];
      const { stdout } = await execute(process.execPath, argv, {
        env: { ...process.env, NODE_OPTIONS: '' },
      });
      const measured = stdout.trim().split('\n').at(-1) ?? '';
      console.log(`${args.slice(1).join(' ')}: ${measured}`);
      return JSON.parse(measured);
    },
    [Symbol.dispose]: () => program[Symbol.dispose](),
  };
}

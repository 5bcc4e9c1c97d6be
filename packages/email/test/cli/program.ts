import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { runProgram } from '../../src/cli/run.ts';

const program = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));

/** The program as a process: of the machine's environment it has only what a process needs. */
export async function run(
  args: readonly string[],
  { env = {}, input = '' }: { readonly env?: Readonly<Record<string, string>>; readonly input?: string } = {},
) {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
  const child = spawn(process.execPath, ['--conditions=@org/source', program, ...args], {
    stdio: 'pipe',
    env: { PATH, HOME, NODE_COMPILE_CACHE, ...env },
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr.setEncoding('utf8').on('data', (chunk) => {
    stderr += chunk;
  });
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  const [code] = await once(child, 'close');
  return { code: code as number | null, stdout, stderr };
}

/** The program in this process, with an empty environment: for what ends before a driver opens. */
export async function runHere(args: readonly string[], input: string) {
  const printed = { stdout: '', stderr: '' };
  const sink = (name: keyof typeof printed) =>
    new Writable({
      write(chunk, _, done) {
        printed[name] += String(chunk);
        done();
      },
    });
  const outputs = { stdout: sink('stdout'), stderr: sink('stderr') };
  const code = await runProgram({ args, env: {}, stdin: Readable.from([input]), ...outputs, version: '1' });
  return { code, ...printed };
}

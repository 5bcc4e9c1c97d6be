import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { runProgram } from '../../src/cli/run.ts';

const program = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));

export const key = 're_key-5b1c0e2f7a9d4e63';
export const mail = ['--from', 'ann@acme.dev', '--to', 'bob@example.com', '--subject', 'Hi'];

/** A service on this machine, until the test ends. */
export async function serve(status: number, body: string) {
  const requests: { readonly path: string | undefined; readonly authorization: string | undefined }[] = [];
  const server = createServer(({ url: path, headers: { authorization } }, response) => {
    requests.push({ path, authorization });
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}

export const setUp = (url: string) => ({ RESEND_API_KEY: key, RESEND_BASE_URL: url });

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

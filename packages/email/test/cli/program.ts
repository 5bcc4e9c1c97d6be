import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { startProgram } from '../../../../test/support/run-program.ts';
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
export const run = (args: readonly string[], settings?: Parameters<typeof startProgram>[2]) =>
  startProgram(program, args, settings).exit;

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

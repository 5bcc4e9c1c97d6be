import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { onTestFinished, vi } from 'vitest';
import { startProgram } from '../../../../test/support/run-program.ts';
import { runProgram } from '../../src/cli/run.ts';

const program = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));

type Settings = NonNullable<Parameters<typeof startProgram>[2]>;

/** The program as a process that runs. */
export const start = (args: readonly string[], settings?: Settings) => startProgram(program, args, settings);

/** The program in this process, for what needs no process. */
export async function runHere(args: readonly string[], { env = {}, input = '' }: Settings = {}) {
  const printed = { stdout: '', stderr: '' };
  const sink = (name: keyof typeof printed) =>
    new Writable({
      write(chunk, _, done) {
        printed[name] += String(chunk);
        done();
      },
    });
  const stdin = Readable.from([Buffer.from(input)]);
  const outputs = { stdout: sink('stdout'), stderr: sink('stderr') };
  const { signal } = new AbortController();
  // Drivers read their variables from the process.
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  const code = await runProgram({ args, env, stdin, ...outputs, version: '1.2.3', signal });
  vi.unstubAllEnvs();
  return { code, ...printed };
}

/** The program as a process. */
export function run(args: readonly string[], settings?: Settings) {
  return start(args, settings).exit;
}

/** A stand-in for a service on this machine, until the test ends. */
export async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, requests };
}

/** Answers like OSRM's table service, from the numbers of the places. */
export function answerTable({ url = '' }: IncomingMessage, response: ServerResponse): void {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  const places = decodeURIComponent(pathname.split('/').at(-1) ?? '').split(';');
  const indexes = (name: string) =>
    searchParams.get(name)?.split(';').map(Number) ?? places.map((_, index) => index);
  const [sources, destinations] = [indexes('sources'), indexes('destinations')];
  const numberOf = (index: number) => Math.round(Number(places[index]?.split(',')[0]) * 1000);
  const table = sources.map((from) => destinations.map((to) => numberOf(from) * 1000 + numberOf(to)));
  const waypoint = (index: number) => ({
    location: places[index]?.split(',').map(Number),
    name: '',
    distance: 0,
    hint: '',
  });
  response.setHeader('content-type', 'application/json');
  response.end(
    JSON.stringify({
      code: 'Ok',
      durations: table,
      distances: table,
      sources: sources.map(waypoint),
      destinations: destinations.map(waypoint),
    }),
  );
}

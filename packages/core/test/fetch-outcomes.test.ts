import { readFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createServiceClient as createFull, noAuth, type Runtime } from '../src/index.ts';
import { createServiceClient as createLight } from '../src/light/index.ts';

const ok = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}';
const empty = (status: string) => `HTTP/1.1 ${status}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`;
const gzipped = gzipSync(`{"id":"${'abcdefgh'.repeat(20)}"}`);
const cut = gzipped.subarray(0, gzipped.length - 8);
const cutGzip = Buffer.concat([
  Buffer.from(`HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: ${cut.length}\r\n\r\n`),
  cut,
]);

interface Row {
  readonly service: string;
  /** `undefined`: nothing, ever. */
  readonly response?: string | Buffer;
  readonly scheme?: 'http' | 'https';
}

const rows: readonly Row[] = [
  { service: 'TLS never answers', scheme: 'https' },
  { service: 'status 407', response: empty('407 Proxy Authentication Required') },
  { service: 'status 421', response: empty('421 Misdirected Request') },
  { service: '100 Continue, unasked', response: `HTTP/1.1 100 Continue\r\n\r\n${ok}` },
  { service: 'a cut gzip body', response: cutGzip },
];

/** A POST with three attempts: its ending, and the number of requests that arrived. */
async function endingOf(
  { response, scheme = 'http' }: Row,
  create: typeof createLight,
  own: Partial<Runtime> = {},
) {
  const sockets = new Set<Socket>();
  let arrivals = 0;
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}));
    socket.on('data', () => {
      arrivals += 1;
      if (response !== undefined) socket.end(response);
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as { port: number };
  const service = { name: 'acme', baseUrl: `${scheme}://127.0.0.1:${port}`, auth: noAuth() };
  await using client = create(service, { runtime: { ...own, random: () => 0 } });
  const isSilent = response === undefined;
  const request = { method: 'POST', path: '/', json: {}, safety: 'unsafe' } as const;
  const calling = client.request(request, isSilent ? { timeoutMs: 200 } : {});
  const ending = await calling.then(
    ({ status }) => `${status}`,
    ({ name, outcome, attempts }) => `\`${name}\`, \`${outcome}\`, ${attempts}`,
  );
  for (const socket of sockets) socket.destroy();
  server.close();
  return isSilent ? ending : `${ending}; ${arrivals}`;
}

describe('packages/core/docs/runtimes.md: the outcomes of fetch on Node', () => {
  const page = readFileSync(new URL('../docs/runtimes.md', import.meta.url), 'utf8');

  it.each(rows)('$service', async (row) => {
    const endings = [await endingOf(row, createFull), await endingOf(row, createFull, { fetch })];
    expect(page).toContain(`\n| ${[row.service, ...endings].join(' | ')} |\n`);
    expect([await endingOf(row, createLight), await endingOf(row, createLight, { fetch })]).toEqual(endings);
  });
});

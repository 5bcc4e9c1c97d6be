// Answers three small requests in a process of its own: a thing, a mail to Plunk, and directions.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { directions } from '../routing/answers.ts';

const sent = { contact: { id: 'c', email: 'bob@example.com' }, email: '0100018f-2b1c-4d6e' };
const bodies = [
  ['/things', { id: 1, name: 'a thing', tags: ['a', 'b'] }],
  ['/v1/send', { success: true, data: { emails: [sent], timestamp: '2026-01-01T00:00:00Z' } }],
  ['/v2/directions', directions],
] as const;
const answers = bodies.map(([path, body]) => ({ path, bytes: Buffer.from(JSON.stringify(body)) }));

const server = createServer((request, response) => {
  const answer = answers.find(({ path }) => request.url?.startsWith(path));
  request.resume().on('end', () => {
    response.writeHead(answer ? 200 : 404, {
      'content-type': 'application/json',
      'content-length': answer?.bytes.byteLength ?? 0,
    });
    response.end(answer?.bytes);
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.on('disconnect', () => process.exit());

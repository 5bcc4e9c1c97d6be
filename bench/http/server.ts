// A loopback service in its own process: its work does not count as a client's.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const small = JSON.stringify({ ok: true, items: [1, 2, 3], name: 'thing', at: '2026-01-01T00:00:00Z' });
const large = JSON.stringify({ text: 'x'.repeat(1_000_000) });
const headers = { 'content-type': 'application/json' };

const server = createServer((request, response) => {
  const answer = request.url === '/large' ? large : small;
  const send = () =>
    response.writeHead(200, { ...headers, 'content-length': Buffer.byteLength(answer) }).end(answer);
  if (request.method === 'GET') send();
  else request.on('end', send).resume();
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.on('disconnect', () => process.exit());

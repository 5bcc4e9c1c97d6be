// A service that responds after a moment. Usage: soak-server.ts; prints its port, ends with its standard
// input.
import { createServer } from 'node:http';

const body = JSON.stringify({ id: 'thing-1', name: 'a thing', tags: ['one', 'two', 'three'], ok: true });
let asked = 0;

const server = createServer((request, response) => {
  request.resume();
  const { searchParams } = new URL(request.url ?? '/', 'http://localhost');
  const failing = Number(searchParams.get('failEvery') ?? 0);
  asked += 1;
  const status = failing > 0 && asked % failing === 0 ? 503 : 200;
  setTimeout(
    () => {
      response.writeHead(status, { 'content-type': 'application/json', 'content-length': body.length });
      response.end(body);
    },
    Number(searchParams.get('afterMs') ?? 0),
  );
}).listen({ port: 0, host: '127.0.0.1', backlog: 8_192 }, () => {
  const address = server.address();
  if (typeof address === 'object' && address !== null) console.log(address.port);
});
process.stdin.on('end', () => process.exit(0)).resume();

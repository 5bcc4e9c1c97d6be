// A service that accepts every event, in a process of its own.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const server = createServer((request, response) => {
  request
    .resume()
    .on('end', () =>
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': 2 }).end('{}'),
    );
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.on('disconnect', () => process.exit());

import { once } from 'node:events';
import { createServer } from 'node:net';

// Below the ports that systems give to `listen(0)` (32768 and up on Linux): a server that takes seconds to
// start must not find its port taken by a test beside it. Redis' bus port, 10 000 above, exists too.
const [first, count] = [20_000, 12_000];

/** A TCP port of 127.0.0.1 that nothing listens on now, for a server that is told its port. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = first + Math.floor(Math.random() * count);
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}

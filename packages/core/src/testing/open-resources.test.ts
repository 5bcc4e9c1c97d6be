import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { openResources } from './open-resources.ts';

it('C11: names what keeps the process alive, and waits until it is gone', async () => {
  const resources = openResources();
  expect(resources.added()).toEqual([]);
  const timer = setTimeout(() => {}, 1_000_000);
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  expect([...resources.added()].sort()).toEqual(['TCPServerWrap', 'Timeout']);
  // The runner has timers of its own, which come and go.
  expect(await resources.settled(3)).toContain('TCPServerWrap');
  clearTimeout(timer);
  server.close();
  expect(await resources.settled()).toEqual([]);
});

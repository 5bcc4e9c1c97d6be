import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { openResources } from './open-resources.ts';

it('C11: names the resources that keep the process alive, and waits until they are closed', async () => {
  const resources = openResources();
  expect(resources.added()).toEqual([]);
  const timer = setTimeout(() => {}, 1_000_000);
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  expect([...resources.added()].sort()).toEqual(['TCPServerWrap', 'Timeout']);
  // The test runner has its own short-lived timers.
  expect(await resources.settled(3)).toContain('TCPServerWrap');
  clearTimeout(timer);
  server.close();
  expect(await resources.settled()).toEqual([]);
});

import { expect, it } from 'vitest';
import { runEchoSuite } from './support/echo-suite.ts';

it('Laravel Echo 2.5.0, its own tests with @org/realtime/pusher-compat as window.Pusher', async () => {
  const { sockets, tests } = await runEchoSuite();
  expect(tests.filter(({ status }) => status !== 'passed')).toEqual([]);
  expect(tests).toHaveLength(17);
  expect(sockets).toBeGreaterThan(0);
}, 60_000);

import { expect, it } from 'vitest';
import { taskDriver } from './task-driver.ts';

it('what a driver opened is closed once, however often its client is', async () => {
  let closings = 0;
  const close = async () => {
    closings += 1;
  };
  const session = taskDriver({
    name: 'acme',
    capabilities: {},
    open: () => ({ operations: {}, close }),
  }).open({});
  await Promise.all([session.close(), session.close()]);
  await session.close();
  expect(closings).toBe(1);
});

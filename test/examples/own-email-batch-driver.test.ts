import { expect, it, vi } from 'vitest';

it('the program reports each mail of the batch, and cuts the list of members', async () => {
  const log = vi.spyOn(console, 'log').mockReturnValue();
  await import('../../examples/own-email-batch-driver.ts');
  expect(log.mock.calls).toEqual([[[true, false]], [3]]);
});

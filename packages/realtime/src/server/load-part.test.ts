import { ConfigurationError } from '@org/core';
import { expect, it, vi } from 'vitest';
import { createLoader } from './load-part.ts';

vi.mock('./calls/operations.ts', () => {
  throw new Error('gone from the disk');
});

it('reports a failed load, and that nothing was sent', async () => {
  const load = createLoader(() => import('./calls/operations.ts'));
  const error: unknown = await Promise.resolve(load()).catch((thrown: unknown) => thrown);
  expect(ConfigurationError.isInstance(error)).toBe(true);
  expect(error).toMatchObject({ provider: 'realtime', outcome: 'not-sent', cause: expect.any(Error) });
});

import { expect, it } from 'vitest';
import { createIdempotencyKeys } from './idempotency.ts';

const request = { method: 'POST', path: '/v1/send', key: 'k' };

it('refuses a key whose request still runs, with no status yet', async () => {
  const keys = createIdempotencyKeys(() => 0);
  let finish = (): void => {};
  const first = keys.once(request, async () => {
    await new Promise<void>((resolve) => {
      finish = resolve;
    });
    return { status: 200 };
  });
  const details = { originalStatusCode: null, originalRequestAt: '1970-01-01T00:00:00.000Z' };
  await expect(keys.once(request, async () => ({ status: 200 }))).rejects.toMatchObject({
    status: 409,
    info: { details },
  });
  finish();
  expect(await first).toEqual({ status: 200 });
});

it('keeps the key after a 5xx, because the outcome is unknown', async () => {
  const keys = createIdempotencyKeys(() => 0);
  await expect(keys.once(request, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  await expect(keys.once(request, async () => ({ status: 200 }))).rejects.toMatchObject({
    info: { details: { originalStatusCode: 500 } },
  });
});

it('shares its keys over all endpoints and has no opinion about requests without one', async () => {
  const keys = createIdempotencyKeys(() => 0);
  await keys.once(request, async () => ({ status: 200 }));
  const other = keys.once({ ...request, path: '/v1/track' }, async () => ({ status: 200 }));
  await expect(other).rejects.toMatchObject({ info: { details: { originalRequest: 'POST /v1/send' } } });
  const without = { ...request, key: undefined };
  expect(await keys.once(without, async () => ({ status: 200 }))).toEqual({ status: 200 });
  expect(await keys.once(without, async () => ({ status: 200 }))).toEqual({ status: 200 });
});

import { expect, it } from 'vitest';
import { createTable, type EntryFields } from '../../kit.ts';
import { createOnce } from './idempotency.ts';

const now = () => 0;
const emptyStore = () => ({ entries: createTable<EntryFields>({ maxRows: 9, maxBytes: 9999, now }), now });

const request = { method: 'POST', path: '/v1/send', headers: { 'idempotency-key': 'k' } };

it('refuses a key whose request still runs, with no status yet', async () => {
  const once = createOnce(emptyStore());
  let finish = (): void => {};
  const first = once(request, async () => {
    await new Promise<void>((resolve) => {
      finish = resolve;
    });
    return { status: 200 };
  });
  const details = { originalStatusCode: null, originalRequestAt: '1970-01-01T00:00:00.000Z' };
  await expect(once(request, async () => ({ status: 200 }))).rejects.toMatchObject({
    response: { status: 409, json: { error: { details } } },
  });
  finish();
  expect(await first).toEqual({ status: 200 });
});

it('keeps the key after a 5xx, because the outcome is unknown', async () => {
  const once = createOnce(emptyStore());
  await expect(once(request, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  await expect(once(request, async () => ({ status: 200 }))).rejects.toMatchObject({
    response: { json: { error: { details: { originalStatusCode: 500 } } } },
  });
});

it('shares its keys over all endpoints and has no opinion about requests without one', async () => {
  const once = createOnce(emptyStore());
  await once(request, async () => ({ status: 200 }));
  const other = once({ ...request, path: '/v1/track' }, async () => ({ status: 200 }));
  await expect(other).rejects.toMatchObject({
    response: { json: { error: { details: { originalRequest: 'POST /v1/send' } } } },
  });
  const without = { ...request, headers: {} };
  expect(await once(without, async () => ({ status: 200 }))).toEqual({ status: 200 });
  expect(await once(without, async () => ({ status: 200 }))).toEqual({ status: 200 });
});

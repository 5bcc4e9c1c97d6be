import { startFaultServer } from '@org/core/testing';
import { createEmailClient } from '@org/email';
import { resend } from '@org/email/resend';
import { expect, it } from 'vitest';
import { controllers, signalCases } from '../../../test/support/foreign-signal.ts';

const message = { from: 'a@acme.dev', to: 'b@example.com', subject: 'Hi', text: 'Hi' };

it('withOptions: each way to the service has the options', async () => {
  await using server = await startFaultServer({ rules: [{ when: {}, answer: { status: 503, json: {} } }] });
  await using email = createEmailClient({
    driver: resend({ apiKey: 're_1234567890', baseUrl: server.url }),
    retry: { baseMs: 1, throttledBaseMs: 1 },
  });
  const once = email.withOptions({ maxAttempts: 1, headers: { 'x-shop': 'one' } });
  const failed = expect.objectContaining({ code: 'server', attempts: 1 });

  await expect(once.send(message)).rejects.toEqual(failed);
  await expect(once.sendBatch([message])).resolves.toMatchObject([{ error: { attempts: 1 } }]);
  for await (const outcome of once.sendEach([message]))
    expect(outcome).toMatchObject({ error: { attempts: 1 } });
  await expect(once.contacts.get('a@acme.dev')).rejects.toEqual(failed);
  await expect(once.request({ method: 'GET', path: '/emails/1' })).rejects.toEqual(failed);
  expect(server.requests.map(({ headers }) => headers.get('x-shop'))).toEqual(Array(5).fill('one'));

  await expect(email.send(message)).rejects.toMatchObject({ attempts: 3 });
  await expect(once.send(message, { maxAttempts: 2 })).rejects.toMatchObject({ attempts: 2 });
});

it.each(signalCases)('withOptions: the $ending of signals $usual and $own ends each way', async (kinds) => {
  await using server = await startFaultServer({ rules: [{ when: {}, answer: { delayMs: 5_000 } }] });
  await using email = createEmailClient({
    driver: resend({ apiKey: 're_1234567890', baseUrl: server.url }),
  });
  const stalled = () => new ReadableStream<Uint8Array>();
  const late = { ...message, attachments: [{ filename: 'a.txt', content: stalled }] };
  const each = async (scoped: typeof email, options: object) => {
    for await (const outcome of scoped.sendEach([message, late], options))
      if (!outcome.ok) throw outcome.error;
  };
  const reason = new Error('enough');
  for (const send of [
    (scoped: typeof email, options: object) => scoped.send(message, options),
    (scoped: typeof email, options: object) => scoped.send(late, options),
    (scoped: typeof email, options: object) => scoped.sendBatch([late, message], options),
    (scoped: typeof email, options: object) => scoped.contacts.get('a@acme.dev', options),
    each,
  ]) {
    const [usual, own] = [controllers[kinds.usual](), controllers[kinds.own]()];
    const call = send(email.withOptions({ signal: usual.signal }), { signal: own.signal });
    ({ usual, own })[kinds.ending].abort(reason);
    const error = await Promise.resolve(call).catch((thrown: unknown) => thrown);
    expect([error, (error as Error).cause]).toContain(reason);
  }
});

it('withOptions: keys of messages and clients of clients stay as they are', async () => {
  await using server = await startFaultServer({ rules: [{ when: {}, answer: { json: { id: 'm1' } } }] });
  await using email = createEmailClient({
    driver: resend({ apiKey: 're_1234567890', baseUrl: server.url }),
  });
  const scoped = email.withOptions({ tenant: 'shop' }).withOptions({ priority: 'low' });
  for await (const outcome of scoped.sendEach([message], {
    idempotencyKey: (_mail, index) => `order-${index}`,
  }))
    expect(outcome.ok).toBe(true);
  expect(server.requests[0]?.headers.get('idempotency-key')).toMatch(/^order-0-/);
  expect(() => email.withOptions({ idempotencyKey: 'a' } as object)).toThrow('no option "idempotencyKey"');
  await scoped.close();
  await expect(email.send(message)).rejects.toMatchObject({ code: 'closed' });
});

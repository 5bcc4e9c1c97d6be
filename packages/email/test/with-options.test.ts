import { startFaultServer } from '@org/core/testing';
import { createEmailClient } from '@org/email';
import { resend } from '@org/email/resend';
import { expect, it } from 'vitest';

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

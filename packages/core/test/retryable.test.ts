import { describe, expect, it } from 'vitest';
import { createServiceClient, defineOperation, noAuth } from '../src/index.ts';
import { createFakeTransport } from '../src/testing/index.ts';

const send = defineOperation({
  name: 'mail.send',
  safety: 'keyed',
  encode: () => ({ method: 'POST', path: '/mails', json: {} }),
  decode: () => undefined,
});

describe('C3: whether the caller can repeat a call', () => {
  it.each([
    { what: 'not with a key that was made for this call', options: {}, retryable: false },
    { what: 'with the same key of its own', options: { idempotencyKey: 'order-1' }, retryable: true },
  ])('whose outcome is unknown: $what', async ({ options, retryable }) => {
    const client = createServiceClient(
      { name: 'acme', baseUrl: 'https://api.acme.test', auth: noAuth() },
      { transport: createFakeTransport([{ answer: { status: 500, body: '{}' } }]), retry: false },
    );
    await expect(client.execute(send, undefined, options)).rejects.toMatchObject({
      outcome: 'unknown',
      retryable,
    });
    await client.close();
  });

  it('takes hooks as they were at the call', async () => {
    const seen: string[] = [];
    const hooks = [{ beforeRequest: () => void seen.push('first') }];
    const client = createServiceClient(
      { name: 'acme', baseUrl: 'https://api.acme.test', auth: noAuth() },
      { transport: createFakeTransport([{ answer: { body: '{}' } }]) },
    );
    const call = client.execute(send, undefined, { hooks });
    hooks.push({ beforeRequest: () => void seen.push('added later') });
    await call;
    expect(seen).toEqual(['first']);
    await client.close();
  });
});

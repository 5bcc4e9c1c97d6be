import { createFakeTransport } from '@org/core/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { plunk } from '../src/drivers/plunk/index.ts';
import { createEmailClient as createLight, resend } from '../src/drivers/resend/send.ts';
import { createEmailClient } from '../src/index.ts';

const polluted = {
  idempotencyKey: 'the-same-for-all',
  onLossy: 'allow',
  render: () => ({ html: 'x' }),
  firstIndex: 7,
  concurrency: 1,
  journal: {},
  signal: AbortSignal.abort(),
  deadlineMs: 1,
};

function pollute(): void {
  for (const [name, value] of Object.entries(polluted))
    Object.defineProperty(Object.prototype, name, { value, configurable: true, writable: true });
}

afterEach(() => {
  for (const name of Object.keys(polluted)) Reflect.deleteProperty(Object.prototype, name);
});

const accepted = {
  success: true,
  data: { emails: [{ email: 'id', contact: { id: '1', email: 'b@c.dev' } }] },
};
const message = { from: 'ann@acme.dev', to: 'b@c.dev', subject: 'Hi', html: '<p>' } as const;

describe('C16: a polluted Object.prototype sets no option', () => {
  it('of send, sendBatch and sendEach', async () => {
    const transport = createFakeTransport([{ answer: { status: 200, json: accepted } }]);
    pollute();
    const email = createEmailClient({ driver: plunk({ apiKey: 'unused' }), transport });
    await email.send(message);
    await email.send(message);
    await email.sendBatch([message]);
    const indexes: number[] = [];
    for await (const { index, ok } of email.sendEach([message])) if (ok) indexes.push(index);
    expect(indexes).toEqual([0]);
    const keys = transport.requests.map(({ headers }) => headers.get('idempotency-key'));
    expect(new Set(keys).size).toBe(4);
    for (const key of keys) expect(key).not.toContain('the-same-for-all');
  });

  it('of the client: a loss is still an error, and content still needs a renderer', async () => {
    pollute();
    const email = createEmailClient({
      driver: plunk({ apiKey: 'unused' }),
      transport: createFakeTransport([]),
    });
    await expect(email.send({ ...message, text: 'Hi' })).rejects.toMatchObject({ code: 'unsupported' });
    const { html: _, ...head } = message;
    await expect(email.send({ ...head, content: {} })).rejects.toMatchObject({ code: 'invalid-input' });
  });

  it.each(['value', 'writable'])('of the properties of a light client: %s', (name) => {
    // Nothing else may define a property meanwhile, neither a test nor its runner.
    const create = (): unknown => {
      Object.defineProperty(Object.prototype, name, { value: true, configurable: true });
      try {
        return createLight({ driver: resend({ apiKey: 'unused' }) });
      } catch (error) {
        return error;
      } finally {
        Reflect.deleteProperty(Object.prototype, name);
      }
    };
    const email = create();
    expect(email).toMatchObject({ provider: 'resend' });
    expect(() => Reflect.get(Object(email), 'templates')).toThrow('has no `templates`');
  });
});

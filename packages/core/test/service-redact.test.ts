import { describe, expect, it } from 'vitest';
import { createServiceClient, defineOperation, noAuth } from '../src/index.ts';
import { type Answer, createFakeTransport } from '../src/testing/index.ts';

const create = defineOperation<void, unknown>({
  name: 'thing.create',
  safety: 'unsafe',
  encode: () => ({ method: 'POST', path: '/things', json: {} }),
  decode: (answer) => answer.json(),
  isAccepted: (answer) => Object.hasOwn(Object(answer.json()), 'id'),
});

const answers: readonly Answer[] = [
  { json: { words: 'done for 47.11' } },
  { body: 'done for 47.11' },
  { status: 400, json: { words: 'not for 47.11' } },
];

describe('`redact` of a service', () => {
  it.each(answers)('cleans every failure without an own one: %j', async (answer) => {
    const service = {
      name: 'acme',
      baseUrl: 'https://api.acme.example',
      auth: noAuth(),
      redact: (text: string) => text.replaceAll(/\d+\.\d+/g, '[place]'),
    };
    const client = createServiceClient(service, { transport: createFakeTransport([{ answer }]) });
    const error: unknown = await client.execute(create, undefined).catch((thrown: unknown) => thrown);
    const { message, details } = error as { readonly message: string; readonly details: unknown };
    expect(JSON.stringify([message, details])).toContain('[place]');
    expect(JSON.stringify([message, details])).not.toContain('47.11');
  });
});

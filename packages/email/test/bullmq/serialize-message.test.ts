import { expect, it } from 'vitest';
import { serializeMessage } from '../../src/bullmq/serialize-message.ts';
import type { EmailMessage } from '../../src/index.ts';

const message = { from: 'ann@acme.dev', to: 'bob@x.dev', subject: 'Hi', text: 'Hi' };

it.each([
  ['bytes', new Uint8Array(2)],
  ['a Buffer', Buffer.from('x')],
  ['a Map', new Map([['a', 1]])],
  ['a Set', new Set(['a'])],
  ['NaN', Number.NaN],
  ['a BigInt', 1n],
])('refuses %s, which JSON would change', (_what, value) => {
  const odd = { ...message, providerOptions: { acme: { list: [{ value }] } } } as EmailMessage;
  expect(() => serializeMessage(odd)).toThrow(
    expect.objectContaining({ code: 'invalid-input', outcome: 'not-sent' }),
  );
});

it('takes what JSON holds', () => {
  const whole = {
    ...message,
    providerOptions: { acme: { a: [1, null, true, 'x', undefined], b: undefined } },
  };
  expect(serializeMessage(whole as EmailMessage)).toMatchObject({
    providerOptions: { acme: { a: [1, null, true, 'x', null] } },
  });
});

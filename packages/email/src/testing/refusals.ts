import type { CallOptions } from '@org/core';
import type { EmailCapabilities, MessageCapabilities } from '../model/capabilities.ts';
import type { FieldName } from '../model/fields.ts';
import type { EmailMessage } from '../model/message.ts';
import { optionalFields, sampleOf } from './scene/samples.ts';
import { type AnyClient, type DriverTest, message } from './scene/scene.ts';

export const refusalTests: readonly DriverTest[] = [
  [
    'refuses a part that the service cannot carry, before anything is sent',
    async ({ expect, email, received, capabilities }) => {
      for (const [field, extra, carried] of fieldsOf(capabilities)) {
        if (carried) continue;
        const error = await failureOf(email, { ...message, ...extra });
        expect([field, error.code, error.outcome]).toEqual([field, 'unsupported', 'not-sent']);
      }
      expect(received()).toEqual([]);
    },
  ],
  [
    'refuses an invalid message, before anything is sent',
    async ({ expect, email, received, capabilities }) => {
      const hasSubject = capabilities.message.ownContent !== false;
      for (const wrong of [
        { to: 'bob' },
        ...(hasSubject ? [{ subject: 'a\r\nBcc: x@example.com' }] : []),
        { headers: { From: 'x' } },
      ]) {
        const error = await failureOf(email, { ...message, ...wrong });
        expect([error.code, error.outcome]).toEqual(['invalid-input', 'not-sent']);
      }
      expect(received()).toEqual([]);
    },
  ],
  [
    "rejects with the caller's reason and sends nothing when already aborted",
    async ({ expect, email, received }) => {
      const reason = new Error('changed my mind');
      const error = await failureOf(email, message, { signal: AbortSignal.abort(reason) });
      expect(error).toBe(reason);
      expect(received()).toEqual([]);
    },
  ],
  [
    'reports a refused credential as AuthenticationError',
    async ({ expect, driverWithWrongCredential, open, received, runtime }) => {
      if (driverWithWrongCredential === undefined) return;
      const stranger = open({ driver: driverWithWrongCredential, retry: false, runtime });
      const error = await failureOf(stranger, message);
      expect([error.code, error.outcome]).toEqual(['authentication', 'not-sent']);
      expect(received()).toEqual([]);
      await stranger.close();
    },
  ],
  [
    'refuses calls after close, and may be closed twice',
    async ({ expect, email, received }) => {
      await email.close();
      await email.close();
      expect((await failureOf(email, message)).code).toBe('closed');
      expect(received()).toEqual([]);
    },
  ],
];

/** Each part of a message that a service may lack, and whether this one has it. */
function fieldsOf({ message: can }: EmailCapabilities): [string, object, boolean][] {
  const carried: Readonly<Partial<Record<FieldName, unknown>>> = can;
  return [
    ...optionalFields.map((name): [string, object, boolean] => [
      name,
      { [name]: sampleOf(name), ...(name === 'raw' && { subject: undefined, html: undefined }) },
      Boolean(carried[name]),
    ]),
    ...(can.ownContent === false ? [] : ownContentOf(can)),
    ['tracking', { tracking: { opens: false } }, can.tracking?.includes('opens') === true],
    ['tracking', { tracking: { clicks: false } }, can.tracking?.includes('clicks') === true],
    ['no to', { to: [], bcc: 'bob@example.com' }, can.withoutTo === true],
    [
      'recipientVisibility',
      { to: ['a@example.com', 'b@example.com'], recipientVisibility: 'shared' },
      can.visibility === 'shared',
    ],
  ];
}

/** What is a variable in a stored template. */
const ownContentOf = (can: MessageCapabilities): [string, object, boolean][] => [
  ['text', { text: 'Hello' }, can.text === 'with-html' || can.text === 'alone'],
  ['text alone', { text: 'Hello', html: undefined }, can.text === 'alone' || can.text === 'either'],
  ['replyTo', { replyTo: ['a@example.com', 'b@example.com'] }, can.replyTo === 'many'],
];

interface Described {
  readonly code?: unknown;
  readonly outcome?: unknown;
}

async function failureOf(
  email: Pick<AnyClient, 'send'>,
  wrong: object,
  options?: CallOptions,
): Promise<Described> {
  try {
    await email.send(wrong as EmailMessage, options);
  } catch (error) {
    return error as Described;
  }
  throw new Error('The message was sent, and should have been refused.');
}

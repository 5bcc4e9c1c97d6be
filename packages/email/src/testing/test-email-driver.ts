import type { CallOptions } from '@org/core';
import { createEmailClient } from '../client.ts';
import type { EmailCapabilities } from '../model/capabilities.ts';
import type { ContentMessage, EmailMessage } from '../model/message.ts';
import type { EmailDriverHarness, TestFramework } from './harness.ts';
import type { AnyClient, Scene, SceneTest } from './scene.ts';
import { testStores } from './test-stores.ts';

const message: ContentMessage = {
  from: 'Ann <ann@acme.dev>',
  to: 'bob@example.com',
  subject: 'Grüße aus Zürich ✓',
  html: '<p>Hällo</p>',
};

/**
 * What every driver must do, whichever service it speaks to. Give it a way to start the service, real or faithful; it starts one for each test.
 *
 * @example
 * testEmailDriver({ describe, it, expect }, 'my-driver', async () => ({ driver, received, close }));
 *
 * @public
 */
export function testEmailDriver(
  framework: TestFramework,
  name: string,
  start: () => Promise<EmailDriverHarness>,
): void {
  const { describe, it } = framework;
  const scene = (run: (scene: Scene) => Promise<void>) => async () => {
    const harness = await start();
    const email = createEmailClient({ driver: harness.driver, retry: false }) as unknown as AnyClient;
    try {
      await run({ ...harness, email, capabilities: harness.driver.capabilities });
    } finally {
      await email.close();
      await harness.close();
    }
  };
  describe(`${name}: the contract of email drivers`, () => {
    testSending(framework, it, scene);
    testRefusals(framework, it, scene);
    testStores(framework, scene);
  });
}

function testSending({ expect }: TestFramework, it: TestFramework['it'], scene: SceneTest): void {
  it(
    'delivers one message once, with its subject, names and HTML as they were',
    scene(async ({ email, received }) => {
      const result = await email.send(message);
      expect(result.outcomes.map(({ recipient, status }) => ({ recipient, status }))).toEqual([
        { recipient: 'bob@example.com', status: 'accepted' },
      ]);
      expect(result.replayed).toBe(false);
      expect(result.lossy).toEqual([]);
      expect(result.messageId).toBe(result.outcomes[0]?.messageId);
      const [mail, ...others] = received();
      expect(others.length).toBe(0);
      expect(mail?.subject).toBe(message.subject);
      expect(mail?.html?.includes('<p>Hällo</p>')).toBe(true);
      expect(mail?.envelope).toEqual({ from: 'ann@acme.dev', to: ['bob@example.com'] });
    }),
  );

  it(
    'gives every recipient a mail of their own unless the message says otherwise',
    scene(async ({ email, received }) => {
      const result = await email.send({ ...message, to: ['bob@example.com', 'cat@example.com'] });
      expect(result.outcomes.map(({ recipient }) => recipient)).toEqual([
        'bob@example.com',
        'cat@example.com',
      ]);
      expect(received().map(({ envelope }) => envelope.to.join())).toEqual([
        'bob@example.com',
        'cat@example.com',
      ]);
      for (const { headers } of received()) expect((headers.get('to') ?? '').split('@').length).toBe(2);
    }),
  );

  it(
    'delivers the placeholders of a template language as they were written',
    scene(async ({ email, received }) => {
      const text = '{{name}} {{{email}}} {% if a %} {{ x ?? y }}';
      await email.send({ ...message, html: `<p>${text}</p>` });
      expect(received()[0]?.html?.replaceAll('&#123;', '{').includes(text)).toBe(true);
    }),
  );

  it(
    'carries attachments byte for byte',
    scene(async ({ email, received, capabilities }) => {
      if (!capabilities.message.attachments) return;
      const content = Uint8Array.from({ length: 256 }, (_, index) => index);
      await email.send({ ...message, attachments: [{ filename: 'all bytes.bin', content }] });
      const [attachment] = received()[0]?.attachments ?? [];
      expect(attachment?.filename).toBe('all bytes.bin');
      expect([...(attachment?.content ?? [])]).toEqual([...content]);
    }),
  );

  it(
    'carries headers of the caller',
    scene(async ({ email, received, capabilities }) => {
      if (!capabilities.message.headers) return;
      await email.send({ ...message, headers: { 'X-Campaign': 'spring' } });
      expect(received()[0]?.headers.get('x-campaign')).toBe('spring');
    }),
  );

  it(
    'sends many messages in order and reports each once',
    scene(async ({ email, received }) => {
      const recipients = ['a@example.com', 'not an address', 'c@example.com'];
      const outcomes: unknown[] = [];
      for await (const outcome of email.sendEach(recipients.map((to) => ({ ...message, to })))) {
        outcomes.push([outcome.index, outcome.ok]);
      }
      expect(outcomes).toEqual([
        [0, true],
        [1, false],
        [2, true],
      ]);
      expect(received().length).toBe(2);
    }),
  );
}

function testRefusals({ expect }: TestFramework, it: TestFramework['it'], scene: SceneTest): void {
  it(
    'refuses before anything is sent what the service cannot carry',
    scene(async ({ email, received, capabilities }) => {
      for (const [field, extra, carried] of fieldsOf(capabilities)) {
        if (carried) continue;
        const error = await failureOf(email, { ...message, ...extra });
        expect([field, error.code, error.outcome]).toEqual([field, 'unsupported', 'not-sent']);
      }
      expect(received()).toEqual([]);
    }),
  );

  it(
    'refuses before anything is sent what nobody could send',
    scene(async ({ email, received }) => {
      for (const wrong of [
        { to: 'bob' },
        { subject: 'a\r\nBcc: x@example.com' },
        { headers: { From: 'x' } },
      ]) {
        const error = await failureOf(email, { ...message, ...wrong });
        expect([error.code, error.outcome]).toEqual(['invalid-input', 'not-sent']);
      }
      expect(received()).toEqual([]);
    }),
  );

  it(
    "rejects with the caller's own reason and sends nothing when aborted before",
    scene(async ({ email, received }) => {
      const reason = new Error('changed my mind');
      const error = await failureOf(email, message, { signal: AbortSignal.abort(reason) });
      expect(error).toBe(reason);
      expect(received()).toEqual([]);
    }),
  );

  it(
    'says that the credential was refused',
    scene(async ({ driverWithWrongCredential, received }) => {
      if (driverWithWrongCredential === undefined) return;
      const stranger = createEmailClient({ driver: driverWithWrongCredential, retry: false });
      const error = await failureOf(stranger, message);
      expect([error.code, error.outcome]).toEqual(['authentication', 'not-sent']);
      expect(received()).toEqual([]);
      await stranger.close();
    }),
  );

  it(
    'takes nothing after close, and closes twice without harm',
    scene(async ({ email, received }) => {
      await email.close();
      await email.close();
      expect((await failureOf(email, message)).code).toBe('closed');
      expect(received()).toEqual([]);
    }),
  );
}

/** Each part of a message that a service may lack, and whether this one has it. */
function fieldsOf({ message: can }: EmailCapabilities): [string, object, boolean][] {
  return [
    ['cc', { cc: 'copy@example.com' }, can.cc],
    ['bcc', { bcc: 'copy@example.com' }, can.bcc],
    ['text', { text: 'Hello' }, can.text !== 'none'],
    ['text alone', { text: 'Hello', html: undefined }, can.text === 'alone'],
    ['replyTo', { replyTo: ['a@example.com', 'b@example.com'] }, can.replyTo === 'many'],
    ['headers', { headers: { 'X-A': 'b' } }, can.headers],
    ['tags', { tags: ['spring'] }, can.tags],
    ['metadata', { metadata: { order: '1' } }, can.metadata],
    ['sendAt', { sendAt: new Date(4e12) }, can.sendAt],
    ['template', { template: { id: 'welcome' } }, can.template],
    [
      'recipientVisibility',
      { to: ['a@example.com', 'b@example.com'], recipientVisibility: 'shared' },
      can.visibility === 'shared',
    ],
  ];
}

interface Described {
  readonly code?: unknown;
  readonly outcome?: unknown;
}

/** What `send` rejects with. */
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

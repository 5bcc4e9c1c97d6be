import { createEmailClient, type EmailMessage } from '@org/email';
import { loops } from '@org/email/loops';
import { describe, expect, it } from 'vitest';
import { startLoops } from './stand-in.ts';

const message = { to: 'bob@example.com', template: { id: 'stored', variables: { name: 'Bob' } } } as const;

async function withLoops(run: (stage: Awaited<ReturnType<typeof open>>) => Promise<void>): Promise<void> {
  const stage = await open();
  await run(stage).finally(stage.service.close);
}

async function open() {
  const service = await startLoops();
  const driver = loops({ apiKey: 'lo-good', baseUrl: service.url });
  return { service, email: createEmailClient({ driver, retry: { baseMs: 1 } }) };
}

describe('a message to Loops', () => {
  it('is a template with its variables, to one recipient, and has no id', () =>
    withLoops(async ({ service, email }) => {
      const result = await email.send({
        ...message,
        template: { id: 'stored', variables: { name: 'Bob', count: 2, items: [{ sku: 'a' }] } },
        attachments: [{ filename: 'a.txt', content: 'Hello' }],
        providerOptions: { loops: { addToAudience: true } },
      });
      expect(result).toMatchObject({ outcomes: [{ status: 'accepted' }] });
      expect(result.messageId).toBeUndefined();
      expect(service.bodies).toEqual([
        {
          transactionalId: 'stored',
          email: 'bob@example.com',
          addToAudience: true,
          dataVariables: { name: 'Bob', count: 2, items: [{ sku: 'a' }] },
          attachments: [{ filename: 'a.txt', contentType: 'text/plain', data: 'SGVsbG8=' }],
        },
      ]);
    }));

  it('with several recipients is a mail for each', () =>
    withLoops(async ({ service, email }) => {
      await email.send({ ...message, to: ['bob@example.com', 'cat@example.com'] });
      expect(service.bodies.map(({ email: to }) => to)).toEqual(['bob@example.com', 'cat@example.com']);
    }));

  it('is sent once when a response is lost: the key is known then', () =>
    withLoops(async ({ service, email }) => {
      service.loseAnswers(1);
      const result = await email.send(message, { idempotencyKey: 'k1' });
      expect(result).toMatchObject({ replayed: true, outcomes: [{ status: 'accepted' }] });
      const again = email.send(message, { idempotencyKey: 'k1' });
      await expect(again).rejects.toMatchObject({ code: 'idempotency-conflict', outcome: 'sent' });
      expect(service.bodies).toHaveLength(1);
    }));

  it.each<[string, object, string]>([
    [
      'without a template',
      { template: undefined, from: 'ann@acme.dev', subject: 'Hi', html: 'x' },
      'template',
    ],
    ['with its own HTML', { ...message, html: '<p>Hi</p>' }, 'html'],
    ['with its own sender', { ...message, from: 'ann@acme.dev' }, 'from'],
    ['with a reply address', { ...message, replyTo: 'ann@acme.dev' }, 'replyTo'],
    [
      'with a switch as a variable',
      { ...message, template: { id: 'stored', variables: { isNew: true } } },
      'template.variables.isNew',
    ],
    [
      'with a list of other things than objects',
      { ...message, template: { id: 'stored', variables: { items: [null] } } },
      'template.variables.items',
    ],
  ])('%s is refused before anything is sent', (_what, wrong, path) =>
    withLoops(async ({ service, email }) => {
      const sending = email.send({ to: 'bob@example.com', ...wrong } as EmailMessage as never);
      await expect(sending).rejects.toMatchObject({ code: 'unsupported', issues: [{ path }] });
      expect(service.lines).toEqual([]);
    }),
  );

  it('has no content of its own for the compiler', () => {
    const { send } = createEmailClient({ driver: loops({ apiKey: 'x' }) });
    // @ts-expect-error a template has its own HTML
    const withHtml: Parameters<typeof send>[0] = { ...message, html: '<p>Hi</p>' };
    // @ts-expect-error it has its own sender, too
    const withSender: Parameters<typeof send>[0] = { ...message, from: 'ann@acme.dev' };
    // @ts-expect-error and its own reply address
    const withReply: Parameters<typeof send>[0] = { ...message, replyTo: 'ann@acme.dev' };
    // @ts-expect-error the template is missing
    const without: Parameters<typeof send>[0] = { to: 'bob@example.com' };
    expect([withHtml, withSender, withReply, without]).toHaveLength(4);
  });
});

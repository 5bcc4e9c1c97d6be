import type { RecipientOutcome } from '../model/send-result.ts';
import { type DriverTest, message } from './scene.ts';

/** Every field that the capabilities declare arrives. */
export const fieldTests: readonly DriverTest[] = [
  [
    'carries the text beside the HTML, and alone',
    async ({ expect, email, received, capabilities: { message: can } }) => {
      if (can.text === 'none') return;
      await email.send({ ...message, text: 'Hällo' });
      expect([received()[0]?.text?.trim(), received()[0]?.html?.trim()]).toEqual(['Hällo', message.html]);
      if (can.text !== 'alone') return;
      await email.send({ ...message, text: 'Hällo', html: undefined });
      expect([received()[1]?.text?.trim(), received()[1]?.html]).toEqual(['Hällo', undefined]);
    },
  ],
  [
    'carries the reply addresses',
    async ({ expect, email, received, capabilities: { message: can } }) => {
      const replyTo = can.replyTo === 'many' ? ['help@acme.dev', 'desk@acme.dev'] : ['help@acme.dev'];
      await email.send({ ...message, replyTo });
      const line = received()[0]?.headers.get('reply-to') ?? '';
      expect(line.match(/[\w.]+@acme\.dev/g)).toEqual(replyTo);
    },
  ],
  [
    'sends one mail to all recipients of a shared message',
    async ({ expect, email, received, capabilities: { message: can } }) => {
      if (can.visibility !== 'shared') return;
      const to = ['bob@example.com', 'cat@example.com'];
      const { outcomes } = await email.send({ ...message, to, recipientVisibility: 'shared' });
      expect(outcomes.map(toPair)).toEqual(to.map((recipient) => [recipient, 'accepted']));
      expect(received().map(({ envelope }) => envelope.to)).toEqual([to]);
    },
  ],
  [
    'sends copies, and shows blind ones to nobody',
    async ({ expect, email, received, capabilities: { message: can } }) => {
      const cc = can.cc ? ['dan@example.com'] : [];
      const bcc = can.bcc ? ['eve@example.com'] : [];
      if (can.visibility !== 'shared' || cc.length + bcc.length === 0) return;
      const { outcomes } = await email.send({ ...message, cc, bcc });
      const everyone = ['bob@example.com', ...cc, ...bcc];
      expect(outcomes.map(toPair)).toEqual(everyone.map((recipient) => [recipient, 'accepted']));
      expect(received().map(({ envelope }) => envelope.to)).toEqual([everyone]);
      const lines = [...(received()[0]?.headers.values() ?? [])].join('\n');
      expect([lines.includes('dan@example.com'), lines.includes('eve@example.com')]).toEqual([can.cc, false]);
    },
  ],
  [
    'reports a message for later as scheduled',
    async ({ expect, email, capabilities: { message: can } }) => {
      if (!can.sendAt) return;
      const { outcomes } = await email.send({ ...message, sendAt: new Date(Date.now() + 3_600_000) });
      expect(outcomes.map(toPair)).toEqual([['bob@example.com', 'scheduled']]);
    },
  ],
  [
    'delivers one mail for two calls with one idempotency key',
    async ({ expect, email, received, capabilities: { idempotency } }) => {
      if (idempotency === 'none') return;
      const first = await email.send(message, { idempotencyKey: 'order-17' });
      const second = await email.send(message, { idempotencyKey: 'order-17' }).catch(() => undefined);
      expect(received().length).toBe(1);
      if (idempotency === 'replay') expect(second?.messageId).toBe(first.messageId);
    },
  ],
];

function toPair({ recipient, status }: RecipientOutcome): [string, string] {
  return [recipient, status];
}

import type { FieldName } from '../model/fields.ts';
import type { RecipientOutcome } from '../model/send-result.ts';
import type { ReceivedMail } from './scene/harness.ts';
import { optionalFields, sampleOf } from './scene/samples.ts';
import { type DriverTest, message, type Scene } from './scene/scene.ts';

/** Every field that the capabilities declare arrives. */
export const fieldTests: readonly DriverTest[] = [
  [
    'carries the text beside the HTML, and alone',
    async ({ expect, email, received, capabilities: { message: can } }) => {
      if (can.text === 'none' || can.text === 'either') return;
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
      expect(line.match(/(?<![\w.])[\w.]+@acme\.dev/g)).toEqual(replyTo);
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
    'sends a message with blind copies only',
    async ({ expect, email, received, capabilities: { message: can } }) => {
      if (!can.withoutTo || !can.bcc) return;
      const { outcomes } = await email.send({ ...message, to: [], bcc: 'bob@example.com' });
      expect(outcomes.map(toPair)).toEqual([['bob@example.com', 'accepted']]);
      expect(received().map(({ envelope }) => envelope.to)).toEqual([['bob@example.com']]);
      const lines = [...(received()[0]?.headers.values() ?? [])].join('\n');
      expect(lines.includes('bob@example.com')).toBe(false);
    },
  ],
  [
    'carries the fields that the capabilities declare',
    async (scene) => {
      const { expect, email, received } = scene;
      for (const [field, extra, read, expected] of arrivalsOf(scene)) {
        await email.send({ ...message, ...extra });
        expect([field, read(received().at(-1))]).toEqual([field, expected]);
      }
    },
  ],
  [
    'validates a message in sandbox mode, and sends nothing',
    async ({ expect, email, received, capabilities: { message: can } }) => {
      if (!can.sandbox) return;
      const { outcomes } = await email.send({ ...message, sandbox: true });
      expect(outcomes.map(toPair)).toEqual([['bob@example.com', 'validated']]);
      expect(received()).toEqual([]);
    },
  ],
  [
    'reports a message for later as scheduled',
    async ({ expect, email, received, capabilities: { message: can } }) => {
      if (!can.sendAt) return;
      const { outcomes } = await email.send({ ...message, sendAt: new Date(Date.now() + 3_600_000) });
      expect(outcomes.map(toPair)).toEqual([['bob@example.com', 'scheduled']]);
      expect(received()).toEqual([]);
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

/** A field with its value in a message, how it arrives, and as what. */
type Arrival = readonly [
  name: string,
  extra: object,
  read: (mail: ReceivedMail | undefined) => unknown,
  expected: unknown,
];

/** These have tests of their own. */
const othersTest = ['cc', 'bcc', 'headers', 'raw', 'template', 'sendAt', 'sandbox', 'attachments'];

/** Each further field that the service carries, and how it arrives. */
function arrivalsOf(scene: Scene): readonly Arrival[] {
  const { message: can } = scene.capabilities;
  const carried: Readonly<Partial<Record<FieldName, unknown>>> = can;
  const names = optionalFields.filter((name) => carried[name] && !othersTest.includes(name));
  const switches = (can.tracking ?? []).map(
    (name): Arrival => [
      `tracking.${name}`,
      { tracking: { [name]: false } },
      (mail) => mail?.tracking,
      { [name]: false },
    ],
  );
  return [...names.map((name) => arrivalOf(name, scene)), ...switches];
}

/** A field arrives as a member of the mail with its value, unless it is a part of the mail itself. */
function arrivalOf(name: FieldName, { stream = 'news' }: Scene): Arrival {
  const sample = name === 'stream' ? stream : sampleOf(name);
  const [value, read, expected] = ownArrivals[name] ?? [sample, ofName(name), sample];
  return [name, { [name]: value }, read, expected];
}

const ofName = (name: FieldName) => (mail: ReceivedMail | undefined) => Reflect.get(mail ?? {}, name);
const ofHeader = (name: string) => (mail: ReceivedMail | undefined) => mail?.headers.get(name);

type OwnArrival = readonly [value: unknown, read: Arrival[2], expected: unknown];

const calendar = {
  contentType: 'text/calendar; method=REQUEST',
  content: 'BEGIN:VCALENDAR',
};

const ownArrivals: Readonly<Partial<Record<FieldName, OwnArrival>>> = {
  sender: ['Desk <desk@acme.dev>', (mail) => mail?.headers.get('sender')?.includes('desk@acme.dev'), true],
  envelopeFrom: ['bounces+17@acme.dev', (mail) => mail?.envelope.from, 'bounces+17@acme.dev'],
  messageId: ['order-17@acme.dev', ofHeader('message-id'), '<order-17@acme.dev>'],
  date: [
    new Date('2026-01-05T10:00:00Z'),
    (mail) => Date.parse(mail?.headers.get('date') ?? ''),
    Date.parse('2026-01-05T10:00:00Z'),
  ],
  alternatives: [
    [calendar],
    (mail) =>
      mail?.alternatives?.map(({ contentType, content }) => [contentType.slice(0, 13), content.trim()]),
    [['text/calendar', calendar.content]],
  ],
  tags: [[{ name: 'campaign', value: 'spring' }], ofName('tags'), ['campaign:spring']],
  metadata: [{ order: '17' }, ofName('metadata'), { order: '17' }],
};

function toPair({ recipient, status }: RecipientOutcome): [string, string] {
  return [recipient, status];
}

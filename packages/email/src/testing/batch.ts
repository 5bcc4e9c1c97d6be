import { type DriverTest, message } from './scene/scene.ts';

/** `sendBatch` exists with every driver; `capabilities.batch` says how many messages one request has. */
export const batchTests: readonly DriverTest[] = [
  [
    'sends a list of different messages, and reports each in order',
    async ({ expect, email, received }) => {
      const names = ['a', 'b', 'c'];
      const outcomes = await email.sendBatch(
        names.map((name) => ({ ...message, to: `${name}@example.com`, subject: `For ${name}` })),
      );
      expect(
        outcomes.map((outcome) => [outcome.index, outcome.ok && outcome.result.outcomes[0]?.status]),
      ).toEqual(names.map((_, index) => [index, 'accepted']));
      const arrived = received().map(({ envelope, subject }) => `${envelope.to.join()} ${subject}`);
      expect(arrived.sort()).toEqual(names.map((name) => `${name}@example.com For ${name}`));
    },
    'sendBatch',
  ],
  [
    'reports an invalid message of a list, and sends the others',
    async ({ expect, email, received }) => {
      const recipients = ['a@example.com', 'not an address', 'c@example.com'];
      const outcomes = await email.sendBatch(recipients.map((to) => ({ ...message, to })));
      expect(outcomes.map((outcome) => (outcome.ok ? 'sent' : outcome.error))).toMatchObject([
        'sent',
        { code: 'invalid-input', outcome: 'not-sent' },
        'sent',
      ]);
      expect(received().length).toBe(2);
    },
    'sendBatch',
  ],
];

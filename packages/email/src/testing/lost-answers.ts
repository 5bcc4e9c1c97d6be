import { createIncident } from './scene/incident.ts';
import { type DriverTest, message } from './scene/scene.ts';
import { clientOn, createWire } from './wire.ts';

/** The service acted, and its response did not arrive. */
export const lostAnswerTests: readonly DriverTest[] = [
  [
    'sends no mail twice when a response is lost',
    async (scene) => {
      const { capabilities, received } = scene;
      const names = capabilities.batch === undefined ? ['bob'] : ['bob', 'cat'];
      for (const recipients of [['bob'], names]) {
        const before = received().length;
        const wire = createWire(async (_request, forward) => {
          const response = await forward();
          if (wire.requests.length > 1) return response;
          throw Object.assign(new Error('The connection was reset.'), { code: 'ECONNRESET' });
        });
        const email = clientOn(wire, scene, { retry: { baseMs: 1, throttledBaseMs: 1 } });
        const messages = recipients.map((name) => ({ ...message, to: `${name}@example.com` }));
        if (recipients.length > 1) await email.sendBatch(messages);
        else await email.send(messages[0] ?? message).catch(() => undefined);
        await email.close();
        const count = received().length - before;
        if (wire.requests.length > 0 && count !== recipients.length)
          throw createIncident(
            `The response to ${recipients.length} mail(s) was lost, ${wire.requests.length} requests were ` +
              `sent, and ${count} mails went out.`,
            "`safety: 'keyed'` needs an idempotency key in the request that the service honours; " +
              "without one a send is 'unsafe'.",
          );
      }
    },
  ],
];

import { codeOf, collect, type DriverTest, methodCheck } from './scene/scene.ts';
import { signTestWebhook } from './sign-test-webhook.ts';

export const webhookTests: readonly DriverTest[] = [
  [
    'verifies a webhook and reads its events',
    async (scene) => {
      const { expect, email, driver, webhook } = scene;
      if (!methodCheck(scene, 'webhooks')('parse')) return;
      expect(webhook === undefined).toBe(false);
      if (webhook === undefined) return;
      const { payload, secret, event } = webhook;
      const signedAt = new Date(); // Mailgun's webhooks have it in their id.
      const sign = () => signTestWebhook(driver, payload, { secret, signedAt });
      const received = await email.webhooks.parse(await sign());
      const [first] = received.events;
      expect(first).toMatchObject({ provider: driver.name, ...event });
      const repeated = await email.webhooks.parse(await sign());
      expect(repeated.id).toBe(received.id);
      expect(repeated.events.map(({ id }) => id)).toEqual(received.events.map(({ id }) => id));
      const seen: unknown[] = [];
      const handler = email.webhooks.handler((events) => seen.push(...events));
      expect([(await handler(await sign())).status, seen.length]).toEqual([200, repeated.events.length]);
    },
  ],
  [
    'refuses a forged webhook',
    async (scene) => {
      const { expect, email, driver, webhook } = scene;
      if (webhook === undefined) return;
      const { payload, wrongSecret = 'somebody else' } = webhook;
      const scheme = (await driver.webhooks?.load())?.webhookScheme;
      const sign = () => signTestWebhook(driver, payload, { secret: wrongSecret });
      const forged = await sign();
      expect(await codeOf(() => email.webhooks.parse(forged))).toBe('webhook-signature');
      const response = await email.webhooks.handler(() => {
        throw new Error('The handler was called for a forged webhook.');
      })(await sign());
      expect(response.status).toBe(scheme?.refusalStatus ?? 401);
    },
  ],
  [
    'creates, lists and deletes webhooks',
    async (scene) => {
      const { expect, email } = scene;
      const can = methodCheck(scene, 'webhooks');
      if (!can('create')) return;
      const url = 'https://acme.dev/webhook';
      const created = await email.webhooks.create({ url, events: ['delivered', 'bounced'] });
      expect(created).toMatchObject({ url });
      const ids = async () => (await collect(email.webhooks.list())).map(({ id }) => id);
      if (can('list')) expect(await ids()).toEqual([created.id]);
      if (!can('delete')) return;
      await email.webhooks.delete(created.id);
      if (can('list')) expect(await ids()).toEqual([]);
    },
  ],
];

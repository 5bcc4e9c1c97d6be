import { createFakeTransport } from '@org/core/testing';
import { describe, expect, it } from 'vitest';
import { mailgun } from '../src/drivers/mailgun/index.ts';
import { mailjet } from '../src/drivers/mailjet/index.ts';
import { postmark } from '../src/drivers/postmark/index.ts';
import { resend } from '../src/drivers/resend/index.ts';
import { createEmailClient } from '../src/index.ts';

const transport = createFakeTransport([]);
const clients = {
  mailgun: createEmailClient({ driver: mailgun({ apiKey: 'x', domain: 'acme.dev' }), transport }),
  mailjet: createEmailClient({ driver: mailjet({ apiKey: 'x', secretKey: 'y' }), transport }),
  postmark: createEmailClient({ driver: postmark({ apiKey: 'x' }), transport }),
  resend: createEmailClient({ driver: resend({ apiKey: 'x' }), transport }),
};

it.each(Object.entries(clients))(
  '%s refuses the name of a webhook, which it cannot store',
  async (_, email) => {
    const webhook = { url: 'https://acme.dev/hook', events: ['delivered'], name: 'Mail' } as const;
    await expect(email.webhooks.create(webhook)).rejects.toMatchObject({
      code: 'unsupported',
      issues: [{ path: 'name' }],
    });
    expect(transport.requests).toEqual([]);
  },
);

it.each(Object.entries(clients))(
  '%s refuses options of a webhook, which it does not have',
  async (_, email) => {
    const providerOptions = { mailersend: { version: 2 } };
    const webhook = { url: 'https://acme.dev/hook', events: ['delivered'], providerOptions } as const;
    await expect(email.webhooks.create(webhook)).rejects.toMatchObject({
      code: 'unsupported',
      issues: [{ path: 'providerOptions' }],
    });
  },
);

describe('the address of a webhook', () => {
  const create = (url: string, answers: Parameters<typeof createFakeTransport>[0] = []) => {
    const http = createFakeTransport(answers);
    const { webhooks } = createEmailClient({ driver: resend({ apiKey: 'x' }), transport: http });
    return webhooks.create({ url, events: ['delivered'] });
  };

  it.each(['http://127.0.0.1:3000/hook', 'http://localhost:3000', 'http://[::1]/', 'https://acme.dev/hook'])(
    'may be %s',
    async (url) => {
      const created = { object: 'webhook', id: 'wh_1', signing_secret: 'whsec_c2VjcmV0' };
      const answer = { status: 201, json: created };
      expect(await create(url, [{ answer }])).toMatchObject({ id: 'wh_1', url });
    },
  );

  it.each([
    'http://acme.dev/hook',
    'http://127.0.0.1.acme.dev/',
    'http://localhost:8@acme.dev/',
    'http://10.0.0.1/',
    'https:acme.dev',
    'ftp://localhost/',
  ])('is not %s', async (url) => {
    await expect(create(url)).rejects.toMatchObject({ issues: [{ path: 'url' }] });
  });
});

import { createFakeTransport } from '@org/core/testing';
import { expect, it } from 'vitest';
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

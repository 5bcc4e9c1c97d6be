// The contract suite of each driver of @org/email, against the sandbox by base URL and key alone.
import type { EmailDriver } from '@org/email';
import { resend } from '@org/email/resend';
import { type EmailDriverHarness, testEmailDriver } from '@org/email/testing';
import { describe, expect, it } from 'vitest';
import { startMailService } from '../../src/mail/service.ts';
import { readMailbox } from './read-mailbox.ts';

interface Credentials {
  readonly apiKey: string;
  readonly baseUrl: string;
}

interface Entry extends Partial<EmailDriverHarness> {
  readonly create: (credentials: Credentials) => EmailDriver;
}

const drivers: Readonly<Record<string, Entry>> = {
  resend: {
    create: (options) => resend({ ...options, webhookSecret: 'whsec_c2VjcmV0' }),
    placeholder: (name) => `{{{${name}}}}`,
    webhook: {
      payload: {
        type: 'email.delivered',
        created_at: '2023-11-22T23:41:12.126Z',
        data: { email_id: '56761188', to: ['bob@example.com'] },
      },
      event: { type: 'delivered', messageId: '56761188', recipient: 'bob@example.com' },
      wrongSecret: 'whsec_b3RoZXI=',
    },
  },
};

/** The services' own limits, of one request a second or so, would make the suites slow. */
function unlimited(driver: EmailDriver): EmailDriver {
  return { ...driver, open: (options) => driver.open({ ...options, limiter: false }) };
}

for (const [name, { create, ...needs }] of Object.entries(drivers))
  testEmailDriver({ describe, it, expect }, `${name} on the sandbox`, async () => {
    const service = await startMailService({ strict: true });
    const { url: baseUrl, apiKey } = service.services[name] ?? { url: '', apiKey: '' };
    return {
      driver: unlimited(create({ apiKey, baseUrl })),
      driverWithWrongCredential: unlimited(create({ apiKey: `${apiKey}0`, baseUrl })),
      received: () => readMailbox(service),
      close: () => service.close(),
      ...needs,
    };
  });

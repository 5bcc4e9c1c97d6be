// Signed webhooks that others recorded, beside this repository where somebody keeps them.
import { existsSync, readFileSync } from 'node:fs';
import { createManualRuntime } from '@org/core/testing';
import { createEmailClient } from '@org/email';
import { mailersend } from '@org/email/mailersend';
import { resend } from '@org/email/resend';
import { sendgrid } from '@org/email/sendgrid';
import { describe, expect, it } from 'vitest';
import { sharedFolder } from './support/shared-folder.ts';

const folder = sharedFolder('observed');
const isThere = existsSync(folder);

type Runtime = ReturnType<typeof createManualRuntime>;

interface Secret {
  readonly apiKey: string;
  readonly webhookSecret: string;
}

interface Recorded {
  readonly id: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string | object;
  readonly note?: string;
}

/** How the note of a record names its secret, and which header has the time of its signature. */
const services = {
  mailersend: {
    secret: /with the secret (\S+) over/,
    create: (secret: Secret, runtime: Runtime) => createEmailClient({ driver: mailersend(secret), runtime }),
    time: undefined,
  },
  resend: {
    secret: /(whsec_\S+)/,
    create: (secret: Secret, runtime: Runtime) => createEmailClient({ driver: resend(secret), runtime }),
    time: 'svix-timestamp',
  },
  sendgrid: {
    secret: /public key (\S+) ;/,
    create: (secret: Secret, runtime: Runtime) => createEmailClient({ driver: sendgrid(secret), runtime }),
    time: 'X-Twilio-Email-Event-Webhook-Timestamp',
  },
};

const absent = isThere ? '' : ' (the recordings are not there)';
describe.skipIf(!isThere)(`security: signed webhooks that others recorded${absent}`, () => {
  it.each(Object.entries(services))(
    '%s accepts each of them, and none that is changed',
    async (name, service) => {
      const { webhooks }: { webhooks: readonly Recorded[] } = JSON.parse(
        readFileSync(`${folder}${name}.json`, 'utf8'),
      );
      let count = 0;
      for (const { headers = {}, body, note = '' } of webhooks) {
        const secret = service.secret.exec(note)?.[1];
        if (secret === undefined || typeof body !== 'string') continue;
        count += 1;
        const seconds = Number(service.time === undefined ? 0 : headers[service.time]);
        const runtime = createManualRuntime({ startAt: new Date(seconds * 1_000) });
        const email = service.create({ apiKey: 'x', webhookSecret: secret }, runtime);
        expect((await email.webhooks.parse({ headers, body })).events).not.toEqual([]);
        const changed = email.webhooks.parse({ headers, body: `${body} ` });
        await expect(changed).rejects.toMatchObject({ code: 'webhook-signature' });
      }
      expect(count).toBeGreaterThan(0);
    },
  );
});

import type { Peer } from '../../peer.ts';
import { apiKey, type Mail, type MailClient, sender, webhookSecret } from '../mail-client.ts';

/** It resolves with `{ data, error }`: the error is thrown here, as a program reads it. */
export const resendSdk: Peer<MailClient> = {
  name: "Resend's SDK",
  packages: ['resend'],
  program: `export { Resend } from 'resend'`,
  async open(load, origin) {
    const { Resend } = await load<typeof import('resend')>('resend');
    const client = new Resend(apiKey, { baseUrl: origin });
    return {
      canAbort: true,
      canStream: false,
      async send(mail, options) {
        const { error } = await client.emails.send(messageOf(mail), options);
        if (error) throw error;
        return [];
      },
      async sendMany(mails) {
        const { error } = await client.batch.send(mails.map(messageOf));
        if (error) throw error;
      },
      async verify({ payload, headers }) {
        const [id, timestamp, signature] = ['svix-id', 'svix-timestamp', 'svix-signature'].map(
          (name) => headers[name as keyof typeof headers],
        ) as [string, string, string];
        return client.webhooks.verify({ payload, headers: { id, timestamp, signature }, webhookSecret });
      },
    };
  },
};

const messageOf = ({ to, subject, text, headers, extra }: Mail) => ({
  from: sender,
  to: [...to],
  subject,
  text,
  ...(headers && { headers: { ...headers } }),
  ...extra,
});

import type { Peer } from '../../peer.ts';
import { apiKey, type Mail, type MailClient, sender } from '../mail-client.ts';

interface SendGrid {
  readonly default: {
    setApiKey(key: string): void;
    send(mail: object | readonly object[]): Promise<unknown>;
    readonly client: { setDefaultRequest(key: string, value: string): void };
  };
}

/** Its API has no idempotency keys, as Postmark's. */
export const sendgridSdk: Peer<MailClient> = {
  name: "SendGrid's SDK",
  packages: ['@sendgrid/mail'],
  program: `export { default } from '@sendgrid/mail'`,
  async open(load, origin) {
    const { default: client } = await load<SendGrid>('@sendgrid/mail');
    client.setApiKey(`SG.${apiKey}`);
    client.client.setDefaultRequest('baseUrl', `${origin}/`);
    return {
      canAbort: false,
      canStream: false,
      async send(mail) {
        await client.send(messageOf(mail));
        return [];
      },
      sendMany: (mails) => client.send(mails.map(messageOf)),
    };
  },
};

const messageOf = ({ to, subject, text, headers, extra }: Mail) => ({
  from: sender,
  to,
  subject,
  text,
  ...(headers && { headers }),
  ...extra,
});

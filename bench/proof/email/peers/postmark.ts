import type { Peer } from '../../peer.ts';
import { apiKey, type Mail, type MailClient, sender } from '../mail-client.ts';

export const postmarkSdk: Peer<MailClient> = {
  name: "Postmark's SDK",
  packages: ['postmark'],
  program: `export { ServerClient } from 'postmark'`,
  async open(load, origin) {
    const { ServerClient } = await load<typeof import('postmark')>('postmark');
    const client = new ServerClient(apiKey, { useHttps: false, requestHost: new URL(origin).host });
    return {
      canAbort: false,
      canStream: false,
      async send(mail) {
        await client.sendEmail(messageOf(mail));
        return [];
      },
      sendMany: (mails) => client.sendEmailBatch(mails.map(messageOf)),
    };
  },
};

const messageOf = ({ to, subject, text, headers, extra }: Mail) => ({
  From: sender,
  To: to.join(','),
  Subject: subject,
  TextBody: text,
  ...(headers && { Headers: Object.entries(headers).map(([Name, Value]) => ({ Name, Value })) }),
  ...extra,
});

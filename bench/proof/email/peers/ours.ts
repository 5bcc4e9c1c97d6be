import type { Load, Peer } from '../../peer.ts';
import { apiKey, type Mail, type MailClient, sender, webhookSecret } from '../mail-client.ts';

type Open = (load: Load, origin: string) => Promise<unknown>;

const ours = (driverName: string, openDriver: Open): Peer<MailClient> => ({
  name: '@org/email',
  packages: ['@org/email'],
  program: `export { createEmailClient, ${driverName} } from '@org/email/${driverName}/send'`,
  async open(load, origin, pace) {
    const { createEmailClient } = await load<typeof import('@org/email')>('@org/email');
    const driver = (await openDriver(load, origin)) as ReturnType<typeof import('@org/email/resend').resend>;
    const { createLimiter, maxConcurrency } =
      await load<typeof import('@org/email/engine')>('@org/email/engine');
    const limiter = createLimiter({ limits: [maxConcurrency(5)] });
    const email = createEmailClient({ driver, ...(pace && { limiter }) });
    return {
      canAbort: true,
      canStream: true,
      async send(mail, options) {
        const { outcomes } = await email.send(messageOf(mail), options);
        return outcomes.flatMap(({ recipient, status }) => (status === 'accepted' ? [] : [recipient]));
      },
      sendMany: (mails) => email.sendBatch(mails.map(messageOf)),
      ...(driverName === 'resend' && {
        verify: ({ payload, headers }) =>
          email.webhooks.parse(new Request('https://acme.dev', { method: 'POST', headers, body: payload })),
      }),
      isInDoubt: (error) => (error as { outcome?: string }).outcome === 'unknown',
      close: () => email.close(),
    };
  },
});

const messageOf = ({ to, subject, text, headers, attachment, extra }: Mail) => ({
  from: sender,
  to,
  subject,
  text,
  ...(headers && { headers }),
  ...(attachment && { attachments: [{ filename: 'a.bin', content: attachment }] }),
  ...extra,
});

export const oursOnResend = ours('resend', async (load, origin) => {
  const { resend } = await load<typeof import('@org/email/resend')>('@org/email/resend');
  return resend({ apiKey, baseUrl: origin, webhookSecret });
});

export const oursOnPostmark = ours('postmark', async (load, origin) => {
  const { postmark } = await load<typeof import('@org/email/postmark')>('@org/email/postmark');
  return postmark({ apiKey, baseUrl: origin });
});

export const oursOnSmtp = ours('smtp', async (load, origin) => {
  const { smtp } = await load<typeof import('@org/email/smtp')>('@org/email/smtp');
  const { hostname, port } = new URL(origin);
  return smtp({ host: hostname, port: Number(port) });
});

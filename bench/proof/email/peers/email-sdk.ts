import type { Load, Peer } from '../../peer.ts';
import { apiKey, type Mail, type MailClient, sender } from '../mail-client.ts';

const root = '@opencoredev/email-sdk';

interface EmailSdk {
  createEmailClient(options: object): {
    send(message: object, options?: object): Promise<{ rejected?: readonly string[] }>;
    sendMany(items: readonly { message: object }[]): Promise<unknown>;
  };
}
type Adapters = Record<string, (options: object) => object>;
type OptionsOf = (origin: string) => object;

const adapters: Readonly<Record<string, OptionsOf>> = {
  resend: (origin) => ({ apiKey, baseUrl: origin }),
  postmark: (origin) => ({ serverToken: apiKey, baseUrl: origin }),
  smtp: (origin) => ({ host: new URL(origin).hostname, port: Number(new URL(origin).port) }),
};

/** By default it makes one attempt; `retry` is its option for more. */
export const emailSdk = (adapter: string, maxAttempts: number): Peer<MailClient> => ({
  name: maxAttempts === 1 ? 'email-sdk' : `email-sdk × ${maxAttempts}`,
  packages: [root],
  program: `export { createEmailClient } from '${root}'; export { ${adapter} } from '${root}/${adapter}'`,
  async open(load: Load, origin: string) {
    const { createEmailClient } = await load<EmailSdk>(root);
    const make = (await load<Adapters>(`${root}/${adapter}`))[adapter];
    const retry = { maxAttempts };
    const options = { adapters: [make?.(adapters[adapter]?.(origin) ?? {})], retry, telemetry: false };
    const client = createEmailClient(options);
    return {
      canAbort: true,
      canStream: false,
      send: async (mail, options) => (await client.send(messageOf(mail), options)).rejected ?? [],
      sendMany: (mails) => client.sendMany(mails.map((mail) => ({ message: messageOf(mail) }))),
      isInDoubt: (error) => (error as { delivery?: string }).delivery === 'unknown',
    };
  },
});

const messageOf = ({ to, subject, text, headers, extra }: Mail) => ({
  from: sender,
  to,
  subject,
  text,
  ...(headers && { headers: Object.entries(headers).map(([name, value]) => ({ name, value })) }),
  ...extra,
});

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createEmailClient, type EmailDriver } from '@org/email';
import { azure } from '@org/email/azure';
import { brevo } from '@org/email/brevo';
import { elasticemail } from '@org/email/elasticemail';
import { loops } from '@org/email/loops';
import { mailersend } from '@org/email/mailersend';
import { mailgun } from '@org/email/mailgun';
import { mailjet } from '@org/email/mailjet';
import { mailtrap } from '@org/email/mailtrap';
import { mandrill } from '@org/email/mandrill';
import { plunk } from '@org/email/plunk';
import { postmark } from '@org/email/postmark';
import { resend } from '@org/email/resend';
import { sendgrid } from '@org/email/sendgrid';
import { ses } from '@org/email/ses';
import { sparkpost } from '@org/email/sparkpost';
import type { MailService } from '../../src/mail/service/service.ts';

type Parser = EmailDriver<{ readonly webhooks: true } & EmailDriver['capabilities']>;
type Options = { readonly baseUrl?: string; readonly apiKey?: string; readonly webhookSecret?: string };

const drivers: Readonly<Record<string, (options: Options, env: MailService['env']) => unknown>> = {
  azure: ({ apiKey = '', ...options }) => azure({ ...options, apiKey: btoa(apiKey) }),
  brevo: (options) => brevo(options),
  elasticemail: (options) => elasticemail(options),
  loops: (options) => loops(options),
  mailersend: (options) => mailersend(options),
  mailgun: (options) => mailgun({ ...options, domain: 'mg.acme.dev' }),
  mailjet: (options) => mailjet({ ...options, secretKey: 'mj-sandbox-secret-key' }),
  mailtrap: (options) => mailtrap(options),
  mandrill: (options) => mandrill(options),
  plunk: (options) => plunk(options),
  postmark: (options) => postmark(options),
  resend: (options) => resend(options),
  sendgrid: (options) => sendgrid(options),
  ses: ({ baseUrl, apiKey: secretAccessKey = '' }, env) =>
    ses({
      baseUrl,
      region: 'us-east-1',
      credentials: { accessKeyId: 'AKIASANDBOX', secretAccessKey },
      topicArn: env['SES_TOPIC_ARN'],
      confirmSubscriptions: true,
    }),
  sparkpost: (options) => sparkpost(options),
};

export const services: readonly string[] = Object.keys(drivers);

/** A client of a service of the sandbox. @param given - instead of the printed secret */
export function createParser({ services, env }: MailService, name: string, given?: string) {
  const { url: baseUrl, apiKey } = services[name] ?? {};
  const webhookSecret = given ?? env[`${name.toUpperCase()}_WEBHOOK_SECRET`];
  const options = {
    ...(baseUrl !== undefined && { baseUrl }),
    ...(apiKey !== undefined && { apiKey }),
    ...(webhookSecret !== undefined && { webhookSecret }),
  };
  return createEmailClient({ driver: drivers[name]?.(options, env) as Parser, limiter: false });
}

/** A program that gets webhooks. */
export interface WebhookReceiver {
  readonly url: string;
  /** The next answers; 200 after them. */
  readonly statuses: number[];
  /** The webhooks that were answered with 200. */
  readonly received: Request[];
  close(): void;
}

export async function startReceiver(): Promise<WebhookReceiver> {
  const statuses: number[] = [];
  const received: Request[] = [];
  const server = createServer(async (request, response) => {
    const headers = new Headers(request.headers as Record<string, string>);
    const body = await text(request);
    const init = { method: request.method ?? '', headers, ...(body !== '' && { body }) };
    const status = statuses.shift() ?? 200;
    if (status === 200) received.push(new Request(new URL(request.url ?? '', url), init));
    response.writeHead(status).end(`answer ${status}`);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  return {
    url,
    statuses,
    received,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

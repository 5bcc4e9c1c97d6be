// One mail by every client in the comparison. Each is loaded only in the process that uses it.
import type { EngineOptions } from '@org/core/driver';
import { officialSdks, type PlainMail } from './official-sdks.ts';

export interface Ports {
  readonly api: number;
  readonly relay: number;
}

type Send = () => Promise<unknown>;

/** The same for both: a connection is never replaced, because the server delays its greeting. */
const pool = { maxConnections: 5, maxMessages: 1_000_000_000 };

const mail: PlainMail = {
  from: { name: 'Ann', address: 'ann@acme.dev' },
  to: 'bob@example.com',
  subject: 'Your order 17',
  html: `<p>${'Thank you. '.repeat(40)}</p>`,
  text: 'Thank you. '.repeat(40),
  tag: 'orders',
};
const message = {
  from: 'Ann <ann@acme.dev>',
  to: mail.to,
  subject: mail.subject,
  html: mail.html,
  text: mail.text,
};

const sdk =
  (name: string) =>
  async ({ api }: Ports): Promise<Send> => {
    const send = await officialSdks[name]?.(`http://127.0.0.1:${api}`);
    if (send === undefined) throw new Error(`There is no SDK for "${name}".`);
    return () => send(mail);
  };

export const mailers: Readonly<Record<string, (ports: Ports) => Promise<Send>>> = {
  async ky({ api }) {
    const { default: ky } = await import('ky');
    const headers = { authorization: 'Bearer re_good' };
    const json = { ...message, to: [mail.to], tags: [{ name: mail.tag, value: 'true' }] };
    return () => ky.post(`http://127.0.0.1:${api}/emails`, { headers, json, retry: 0 }).json();
  },
  'resend, its SDK': sdk('resend'),
  'postmark, its SDK': sdk('postmark'),
  'sendgrid, its SDK': sdk('sendgrid'),
  'mailgun, its SDK': sdk('mailgun'),
  'brevo, its SDK': sdk('brevo'),
  'mailersend, its SDK': sdk('mailersend'),
  'mailjet, its SDK': sdk('mailjet'),
  'ses, its SDK': sdk('ses'),
  async 'plunk, its SDK'({ api }) {
    const { default: module } = await import('@plunk/node');
    // Its types describe the module as if it were not a CommonJS module.
    const Plunk = Reflect.get(module, 'default') as typeof import('@plunk/node').default;
    const client = new Plunk('sk_good', { baseUrl: `http://127.0.0.1:${api}/v1/` });
    return () => client.emails.send({ to: mail.to, subject: mail.subject, body: mail.html });
  },
  '@org/email, resend, on fetch': (ports) =>
    viaResend(ports, { runtime: { fetch: (url, init) => fetch(url, init) } }),
  async '@org/email, resend, on node:http'(ports) {
    const { createNodeTransport } = await import('@org/email/node');
    return viaResend(ports, { transport: createNodeTransport() });
  },
  async '@org/email, resend, on undici'(ports) {
    const { createUndiciTransport } = await import('@org/email/undici');
    return viaResend(ports, { transport: createUndiciTransport() });
  },
  async 'nodemailer, pooled'({ relay }) {
    const { createTransport } = await import('nodemailer');
    const transport = createTransport({ host: '127.0.0.1', port: relay, pool: true, ...pool });
    return () => transport.sendMail(message);
  },
  async '@org/email, smtp'({ relay }) {
    const { createEmailClient } = await import('@org/email');
    const { createLimiter, maxConcurrency } = await import('@org/email/engine');
    const { smtp } = await import('@org/email/smtp');
    const driver = smtp({ host: '127.0.0.1', port: relay, pool });
    // The usual limits without the rate.
    const limiter = createLimiter({ limits: [maxConcurrency(pool.maxConnections)] });
    const email = createEmailClient({ driver, limiter });
    return () => email.send(message);
  },
};

async function viaResend({ api }: Ports, options: EngineOptions): Promise<Send> {
  const { createEmailClient } = await import('@org/email');
  const { createLimiter, perWindow } = await import('@org/email/engine');
  const { resend } = await import('@org/email/resend');
  const driver = resend({ apiKey: 're_good', baseUrl: `http://127.0.0.1:${api}` });
  const limiter = createLimiter({ limits: [perWindow(10_000_000, 1_000)] });
  const email = createEmailClient({ driver, limiter, ...options });
  return () => email.send({ ...message, tags: [mail.tag] });
}

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createEmailClient, type EmailDriver } from '@org/email';
import { brevo } from '@org/email/brevo';
import { mailersend } from '@org/email/mailersend';
import { mailgun } from '@org/email/mailgun';
import { mailjet } from '@org/email/mailjet';
import { postmark } from '@org/email/postmark';
import { resend } from '@org/email/resend';
import { sendgrid } from '@org/email/sendgrid';
import { ses } from '@org/email/ses';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { officialSdks, type PlainMail } from '../../bench/email/official-sdks.ts';

const mail: PlainMail = {
  from: { name: 'Ann Ångström', address: 'ann@acme.dev' },
  to: 'bob@example.com',
  subject: 'Grüße aus Zürich ✓',
  html: '<p>Hällo</p>',
  text: 'Hällo',
  tag: 'spring',
};

interface Sent {
  readonly path: string;
  readonly body: string;
  readonly contentType: string;
}

const sent: Sent[] = [];
const server = createServer(async (request, response) => {
  const body = await text(request);
  sent.push({ path: request.url ?? '', body, contentType: request.headers['content-type'] ?? '' });
  response.writeHead(200, { 'content-type': 'application/json', 'x-message-id': 'x' }).end('{"id":"x"}');
});
let url = '';

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

type Body = Readonly<Record<string, unknown>>;

interface Pair {
  readonly create: (baseUrl: string) => EmailDriver;
  /** Removes what differs on purpose. */
  readonly normalize?: (body: Body) => unknown;
}

const credentials = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'secret' };

const pairs: Readonly<Record<string, Pair>> = {
  resend: {
    create: (baseUrl) => resend({ apiKey: 're_good', baseUrl }),
    // One address may be a text or a list.
    normalize: (body) => ({ ...body, to: [body['to']].flat() }),
  },
  sendgrid: {
    create: (baseUrl) => sendgrid({ apiKey: 'SG.good', baseUrl }),
    // Our id of the mail, which joins it with its events.
    normalize: ({ personalizations, ...body }) => ({
      ...body,
      personalizations: (personalizations as Body[]).map(({ custom_args: _, ...own }) => own),
    }),
  },
  postmark: { create: (baseUrl) => postmark({ apiKey: 'good', baseUrl }) },
  brevo: {
    create: (baseUrl) => brevo({ apiKey: 'good', baseUrl: `${baseUrl}/v3` }),
    // Our idempotency key.
    normalize: ({ headers: _, ...body }) => body,
  },
  mailersend: { create: (baseUrl) => mailersend({ apiKey: 'good', baseUrl: `${baseUrl}/v1` }) },
  mailgun: { create: (baseUrl) => mailgun({ apiKey: 'good', domain: 'acme.dev', baseUrl }) },
  mailjet: { create: (baseUrl) => mailjet({ apiKey: 'good', secretKey: 'secret', baseUrl }) },
  ses: {
    create: (baseUrl) => ses({ region: 'eu-west-1', credentials, baseUrl }),
    // The API takes names outside ASCII as encoded words only (RFC 2047); the SDK leaves that to its caller.
    normalize: ({ FromEmailAddress: from, ...body }) => ({
      ...body,
      from: String(from).replace(/=\?UTF-8\?B\?([^?]*)\?=/, (_, text) =>
        Buffer.from(text, 'base64').toString(),
      ),
    }),
  },
};

describe('the official SDK and our driver send the same mail', () => {
  it.each(Object.entries(pairs))('%s', async (name, { create, normalize = (body) => body }) => {
    const bySdk = await record(async () => {
      const send = await officialSdks[name]?.(url);
      await send?.(mail);
    });
    const byDriver = await record(async () => {
      const email = createEmailClient({ driver: create(url), retry: false });
      const { from, to, subject, html, text: plain, tag } = mail;
      await email.send({ from, to, subject, html, text: plain, tags: [tag] });
    });
    expect(byDriver.path).toBe(bySdk.path);
    expect(normalize(byDriver.body)).toEqual(normalize(bySdk.body));
  });
});

/** The request of one send. What a client makes of the response is not the subject. */
async function record(send: () => Promise<unknown>): Promise<{ readonly path: string; readonly body: Body }> {
  sent.length = 0;
  await send().catch(() => {});
  const [request] = sent;
  if (request === undefined) throw new Error('Nothing was sent.');
  const { path, body, contentType } = request;
  if (contentType.includes('json')) return { path, body: JSON.parse(body) };
  const form = await new Response(body, { headers: { 'content-type': contentType } }).formData();
  return { path, body: Object.fromEntries(form) };
}

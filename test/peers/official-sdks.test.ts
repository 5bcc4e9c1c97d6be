import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createEmailClient, type EmailDriver } from '@org/email';
import { resend } from '@org/email/resend';
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

/** Our drivers, and what differs in the bodies on purpose: it is removed from both. */
const drivers: Readonly<
  Record<string, readonly [(baseUrl: string) => EmailDriver, (json: Body) => unknown]>
> = {
  resend: [
    (baseUrl) => resend({ apiKey: 're_good', baseUrl }),
    // One address may be a text or a list.
    (json) => ({ ...json, to: [json['to']].flat() }),
  ],
};

type Body = Readonly<Record<string, unknown>>;

describe('the official SDK and our driver send the same mail', () => {
  it.each(Object.entries(drivers))('%s', async (name, [createDriver, normalize]) => {
    const bySdk = await record(async () => {
      const send = await officialSdks[name]?.(url);
      await send?.(mail);
    });
    const byDriver = await record(async () => {
      const email = createEmailClient({ driver: createDriver(url), retry: false });
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

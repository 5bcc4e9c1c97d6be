import { request } from 'node:http';
import { createEmailClient, PayloadTooLargeError } from '@org/email';
import { plunk } from '@org/email/plunk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MailService, startMailService } from '../../src/index.ts';
import { drivers, messageFor } from './drivers.ts';

const mebibyte = 1024 * 1024;
const message = (bytes: number) => ({
  from: 'ann@acme.dev',
  to: 'bob@example.com',
  subject: 'Large',
  html: 'x'.repeat(bytes),
});

let small: MailService;
let large: MailService;
beforeAll(async () => {
  small = await startMailService({ maxMessageBytes: 1000 });
  large = await startMailService({ maxMessageBytes: 40 * mebibyte });
});
afterAll(() => Promise.all([small.close(), large.close()]));

describe.each(['node', 'fetch'] as const)('a body above the bound of the server, over %s', (transport) => {
  const all = { ...drivers, plunk: { create: plunk } };
  it.each(Object.entries(all))('%s: the client gets a PayloadTooLargeError', async (name, { create }) => {
    const { url: baseUrl = '', apiKey = '' } = small.services[name] ?? {};
    await using client = createEmailClient({
      driver: create({ baseUrl, apiKey }),
      ...(transport === 'fetch' && { runtime: { fetch: (url, init) => fetch(url, init) } }),
    });
    const error = await client
      .send(messageFor(name, message(4 * mebibyte)))
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(PayloadTooLargeError);
    expect(error).toMatchObject({ outcome: 'not-sent', attempts: 1 });
  });
});

/** A request whose client writes all of its body before it reads. */
function post(
  url: string,
  body: string,
): Promise<{ readonly status: number | undefined; readonly text: string }> {
  return new Promise((resolve, reject) => {
    const sending = request(url, { method: 'POST', headers: { authorization: 'Bearer any' } });
    sending.on('error', reject).on('response', async (response) => {
      let text = '';
      for await (const part of response) text += String(part);
      resolve({ status: response.statusCode, text });
    });
    for (let at = 0; at < body.length; at += mebibyte) sending.write(body.slice(at, at + mebibyte));
    sending.end();
  });
}

describe('the limit that a service publishes', () => {
  it.each([
    ['resend', '/emails', 41, 413, { statusCode: 413 }],
    ['sendgrid', '/v3/mail/send', 31, 413, { errors: [{ message: expect.any(String) }] }],
    ['postmark', '/email', 11, 413, { ErrorCode: expect.any(Number), Message: expect.any(String) }],
    ['mailgun', '/v3/acme.dev/messages', 53, 413, { message: expect.any(String) }],
    ['postmark', '/email/batch', 11, 401, { ErrorCode: 10 }],
  ])('%s%s with %i MiB: its own answer, which a client reads that still sends', async (...row) => {
    const [name, path, size, status, form] = row;
    const { url = '' } = large.services[name] ?? {};
    const answer = await post(url + path, 'x'.repeat(size * mebibyte));
    expect([answer.status, JSON.parse(answer.text)]).toMatchObject([status, form]);
  });
});

// What each service answers to a request that it does not take: in its own form, as seen or documented.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MailService, startMailService } from '../../src/mail/service/service.ts';
import { stored } from './drivers.ts';

interface Refusals {
  /** Where it takes a mail. */
  readonly send: string;
  readonly headers: (key: string) => Readonly<Record<string, string>>;
  /** A mail with this text, as JSON or a form. */
  readonly mail: (text: string) => object;
  /** Status and body without a key, and with a wrong one. */
  readonly missing: readonly [number, unknown];
  readonly wrong: readonly [number, unknown];
  /** The body of any other error. */
  readonly form: unknown;
  /** The status and the body for a wrong method. @default 405 in the form of errors */
  readonly method?: readonly [number, unknown];
  /** The answer for a mail that is too large. @default 413 in the form of errors */
  readonly tooLarge?: readonly [number, unknown];
  /** The status for JSON that is none. @default 400; `null` where the body is a form */
  readonly malformed?: number | null;
  /** The names of the rate headers, and whether a refusal says when to try again. */
  readonly rate: { readonly names: readonly string[]; readonly isRetryTold: boolean };
}

const text = expect.any(String);
const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
const named = (prefix: string, isRetryTold = false) => ({
  names: ['limit', 'remaining', 'reset'].map((name) => prefix + name),
  isRetryTold,
});
const none = { names: [], isRetryTold: false };
const [from, to] = ['ann@acme.dev', 'bob@example.com'];
const subject = 'Hi';

const services: Readonly<Record<string, Refusals>> = {
  azure: {
    send: '/emails:send?api-version=2025-09-01',
    mail: (html) => ({
      senderAddress: from,
      content: { subject, html },
      recipients: { to: [{ address: to }] },
    }),
    headers: (key) => ({
      authorization: `HMAC-SHA256 SignedHeaders=x-ms-date;host;x-ms-content-sha256&Signature=${key}`,
    }),
    missing: [401, { error: { code: 'Denied', message: text } }],
    wrong: [401, { error: { code: 'Denied', message: text } }],
    form: { error: { code: text, message: text } },
    rate: { names: [], isRetryTold: true },
  },
  brevo: {
    send: '/smtp/email',
    mail: (html) => ({ sender: { email: from }, to: [{ email: to }], subject, htmlContent: html }),
    headers: (key) => ({ 'api-key': key }),
    missing: [401, { message: 'authentication not found in headers', code: 'unauthorized' }],
    wrong: [401, { message: 'Key not found', code: 'unauthorized' }],
    form: { code: text, message: text },
    rate: named('x-sib-ratelimit-'),
  },
  cloudflare: {
    send: '/accounts/a1/email/sending/send',
    mail: (html) => ({ from, to, subject, html }),
    headers: bearer,
    missing: [401, { success: false, errors: [{ code: 10101 }], result: null }],
    wrong: [401, { success: false, errors: [{ code: 10101 }], result: null }],
    form: { success: false, errors: [{ code: expect.any(Number), message: text }], result: null },
    tooLarge: [400, { errors: [{ code: 10200, message: 'email.sending.error.email.too_big' }] }],
    rate: none,
  },
  elasticemail: {
    send: '/emails/transactional',
    mail: (html) => ({
      Recipients: { To: [to] },
      Content: { From: from, Subject: subject, Body: [{ ContentType: 'HTML', Content: html }] },
    }),
    headers: (key) => ({ 'x-elasticemail-apikey': key }),
    missing: [401, { Error: text }],
    wrong: [401, { Error: text }],
    form: { Error: text },
    rate: none,
  },
  loops: {
    send: '/transactional',
    mail: (html) => ({ email: to, transactionalId: 'stored', dataVariables: { subject, html } }),
    headers: bearer,
    missing: [401, { success: false, message: 'Invalid API key' }],
    wrong: [401, { success: false, message: 'Invalid API key' }],
    form: { success: false, message: text },
    rate: { names: ['x-ratelimit-limit', 'x-ratelimit-remaining'], isRetryTold: false },
  },
  mailersend: {
    send: '/email',
    mail: (html) => ({ from: { email: from }, to: [{ email: to }], subject, html }),
    headers: bearer,
    missing: [401, { message: 'Unauthenticated.' }],
    wrong: [401, { message: 'Unauthenticated.' }],
    form: { message: text },
    rate: named('x-ratelimit-', true),
  },
  mailgun: {
    send: '/v3/acme.dev/messages',
    mail: (html) => new URLSearchParams({ from, to, subject, html }),
    headers: (key) => ({ authorization: `Basic ${btoa(`api:${key}`)}` }),
    missing: [401, { Error: 'unauthorized' }],
    wrong: [401, { message: 'Invalid private key' }],
    form: { message: text },
    malformed: null,
    rate: none,
  },
  mailjet: {
    send: '/v3.1/send',
    mail: (html) => ({
      Messages: [{ From: { Email: from }, To: [{ Email: to }], Subject: subject, HTMLPart: html }],
    }),
    headers: (key) => ({ authorization: `Basic ${btoa(`${key}:secret`)}` }),
    missing: [401, { StatusCode: 401, ErrorMessage: text }],
    wrong: [401, { StatusCode: 401, ErrorMessage: text }],
    form: { ErrorMessage: text, StatusCode: expect.any(Number) },
    tooLarge: [400, { Messages: [{ Status: 'error', Errors: [{ ErrorCode: 'mj-0006' }] }] }],
    rate: none,
  },
  mailtrap: {
    send: '/api/send',
    mail: (html) => ({ from: { email: from }, to: [{ email: to }], subject, html }),
    headers: bearer,
    missing: [401, { success: false, errors: ['Unauthorized'] }],
    wrong: [401, { success: false, errors: ['Unauthorized'] }],
    form: { success: false, errors: [text] },
    rate: none,
  },
  plunk: {
    send: '/v1/send',
    mail: (body) => ({ from, to, subject, body }),
    headers: bearer,
    missing: [401, { success: false, error: { code: 'MISSING_AUTH' } }],
    wrong: [401, { success: false, error: { code: 'INVALID_API_KEY' } }],
    form: { success: false, error: { code: text, message: text, requestId: text } },
    method: [404, { success: false }],
    rate: named('ratelimit-', true),
  },
  postmark: {
    send: '/email',
    mail: (html) => ({ From: from, To: to, Subject: subject, HtmlBody: html }),
    headers: (key) => ({ 'x-postmark-server-token': key }),
    missing: [401, { ErrorCode: 10, Message: 'Request does not contain a valid Server token.' }],
    wrong: [401, { ErrorCode: 10, Message: 'Request does not contain a valid Server token.' }],
    form: { ErrorCode: expect.any(Number), Message: text },
    method: [405, undefined],
    rate: none,
  },
  resend: {
    send: '/emails',
    mail: (html) => ({ from, to, subject, html }),
    headers: bearer,
    missing: [401, { name: 'missing_api_key', message: 'Missing API Key' }],
    wrong: [400, { statusCode: 400, name: 'validation_error', message: 'API key is invalid' }],
    form: { statusCode: expect.any(Number), name: text, message: text },
    rate: named('ratelimit-', true),
  },
  scaleway: {
    send: '/transactional-email/v1alpha1/regions/fr-par/emails',
    mail: (html) => ({ project_id: 'p-1', from: { email: from }, to: [{ email: to }], subject, html }),
    headers: (key) => ({ 'x-auth-token': key }),
    missing: [401, { type: 'denied_authentication', method: 'api_key', reason: 'not_found' }],
    wrong: [401, { type: 'denied_authentication', method: 'api_key', reason: 'not_found' }],
    form: { type: text },
    tooLarge: [413, { message: text }],
    rate: none,
  },
  sendgrid: {
    send: '/v3/mail/send',
    mail: (value) => ({
      personalizations: [{ to: [{ email: to }] }],
      from: { email: from },
      subject,
      content: [{ type: 'text/html', value }],
    }),
    headers: bearer,
    missing: [401, { errors: [{ message: 'Permission denied, wrong credentials', field: null }] }],
    wrong: [401, { errors: [{ message: expect.stringContaining('grant is invalid') }] }],
    form: { errors: [{ message: text }] },
    rate: named('x-ratelimit-'),
  },
  ses: {
    send: '/v2/email/outbound-emails',
    mail: (html) => ({
      FromEmailAddress: from,
      Destination: { ToAddresses: [to] },
      Content: { Simple: { Subject: { Data: subject }, Body: { Html: { Data: html } } } },
    }),
    headers: (key) => ({
      authorization: `AWS4-HMAC-SHA256 Credential=${key}/20260101/us-east-1/ses/aws4_request`,
    }),
    missing: [403, { message: text }],
    wrong: [403, { message: text }],
    form: { message: text },
    rate: none,
  },
  sparkpost: {
    send: '/transmissions',
    mail: (html) => ({ recipients: [{ address: to }], content: { from, subject, html } }),
    headers: (key) => ({ authorization: key }),
    missing: [401, { errors: [{ message: 'Unauthorized.' }] }],
    wrong: [401, { errors: [{ message: 'Unauthorized.' }] }],
    form: { errors: [{ message: text }] },
    method: [501, { errors: [{ message: text }] }], // `DELETE` cancels a campaign
    rate: none,
  },
  zeptomail: {
    send: '/email',
    mail: (htmlbody) => ({
      ...{ from: { address: from }, to: [{ email_address: { address: to } }], subject, htmlbody },
    }),
    headers: (key) => ({ authorization: `Zoho-enczapikey ${key}` }),
    missing: [401, { error: { code: text, message: text } }],
    wrong: [401, { error: { code: text, message: text } }],
    form: { error: { code: text, message: text, request_id: text } },
    rate: none,
  },
};

let strict: MailService;
let limited: MailService;
let small: MailService;

beforeAll(async () => {
  strict = await startMailService({ strict: true });
  limited = await startMailService({ rateLimit: { limit: 5, windowMs: 3_600_000 } });
  small = await startMailService({ maxMessageBytes: 20_000, rateLimit: false, seed: stored });
});
afterAll(() => Promise.all([strict, limited, small].map((service) => service.close())));

type Call = readonly [method: string, path: string, headers?: object, body?: string | undefined];

async function call(service: MailService, name: string, [method, path, headers = {}, body]: Call) {
  const url = service.services[name]?.url ?? '';
  const init = { method, headers: { 'content-type': 'application/json', ...headers } };
  const response = await fetch(url + path, body === undefined ? init : { ...init, body });
  const written = await response.text();
  return { response, answer: [response.status, written === '' ? undefined : JSON.parse(written)] };
}

describe.each(Object.entries(services))('%s', (name, entry) => {
  const { send, headers, mail, missing, wrong, form, method = [405, form], malformed = 400, rate } = entry;
  const { tooLarge = [413, form] } = entry;

  it('refuses a missing and a wrong key as the service does', async () => {
    const answers = [
      (await call(strict, name, ['POST', send, {}, '{}'])).answer,
      (await call(strict, name, ['POST', send, headers('nobody'), '{}'])).answer,
    ];
    expect(answers).toMatchObject([missing, wrong]);
  });

  it('answers an unknown path, a wrong method, bad JSON and too many requests in its form', async () => {
    const ask = (...request: [string, string, string?]) =>
      call(limited, name, [request[0], request[1], headers('any'), request[2]]);
    const first = await ask('GET', '/v3/nothing/of/this');
    expect(first.answer).toMatchObject([404, form]);
    expect((await ask('DELETE', send)).answer).toMatchObject(method);
    if (malformed !== null)
      expect((await ask('POST', send, '{"a":')).answer).toMatchObject([malformed, form]);
    let last = first;
    for (let count = 0; count < 4; count += 1) last = await ask('GET', '/v3/nothing/of/this');
    expect(last.answer).toMatchObject([429, form]);
    const told = [...first.response.headers.keys()].filter((header) => /ratelimit/.test(header));
    expect(told.sort()).toEqual(rate.names);
    expect(last.response.headers.has('retry-after')).toBe(rate.isRetryTold);
    const reset = Number(last.response.headers.get('x-ratelimit-reset') ?? Number.NaN);
    if (!Number.isNaN(reset)) expect(Math.abs(reset - Date.now() / 1000 - 3600)).toBeLessThan(60);
  });

  it('answers a mail that is too large in its form, and takes a smaller one', async () => {
    const ask = async (length: number) => {
      const body = mail('x'.repeat(length));
      const isForm = body instanceof URLSearchParams;
      const type = isForm ? { 'content-type': 'application/x-www-form-urlencoded' } : {};
      const given = isForm ? body.toString() : JSON.stringify(body);
      return (await call(small, name, ['POST', send, { ...headers('any'), ...type }, given])).answer;
    };
    expect((await ask(1000))[0]).toBeLessThan(300);
    expect(await ask(30_000)).toMatchObject(tooLarge);
    expect(small.mailbox.list().filter(({ labels }) => labels?.service === name)).toHaveLength(1);
  });
});

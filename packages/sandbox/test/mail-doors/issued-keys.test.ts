import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MailService, startMailService } from '../../src/mail/service/service.ts';

/** How a service's API makes a key and deletes it, and where a request has it. */
interface Keys {
  readonly door: string;
  readonly make: readonly [path: string, fields: Record<string, unknown>];
  /** In the answer. */
  readonly key: string;
  readonly id: string;
  readonly list: string;
  readonly headersOf: (key: string) => Record<string, string>;
}

const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
const doors: readonly Keys[] = [
  {
    door: 'resend',
    make: ['/api-keys', { name: 'ci' }],
    key: 'token',
    id: 'id',
    list: '/api-keys',
    headersOf: bearer,
  },
  {
    door: 'sendgrid',
    make: ['/v3/api_keys', { name: 'ci' }],
    key: 'api_key',
    id: 'api_key_id',
    list: '/v3/api_keys',
    headersOf: bearer,
  },
  {
    door: 'mailersend',
    make: ['/v1/token', { name: 'ci', domain_id: 'd1', scopes: ['email_full'] }],
    key: 'accessToken',
    id: 'id',
    list: '/v1/token',
    headersOf: bearer,
  },
  {
    door: 'mailgun',
    make: ['/v1/keys', { role: 'admin' }],
    key: 'secret',
    id: 'id',
    list: '/v1/keys',
    headersOf: (key) => ({ authorization: `Basic ${btoa(`api:${key}`)}` }),
  },
  {
    door: 'elasticemail',
    make: ['/v4/security/apikeys', { Name: 'ci', AccessLevel: ['SendHttp'] }],
    key: 'Token',
    id: 'Name',
    list: '/v4/security/apikeys',
    headersOf: (key) => ({ 'x-elasticemail-apikey': key }),
  },
];

let mail: MailService;
beforeAll(async () => {
  mail = await startMailService({ strict: true });
});
afterAll(() => mail.close());

describe.each(doors)('a key that the API of $door made', ({ door, make, key, id, list, headersOf }) => {
  const ask = async (method: string, path: string, secret: string, fields?: Record<string, unknown>) => {
    const isForm = door === 'mailgun';
    const body = isForm ? new URLSearchParams(fields as Record<string, string>) : JSON.stringify(fields);
    const headers = { ...headersOf(secret), ...(isForm ? {} : { 'content-type': 'application/json' }) };
    const init = { method, headers, ...(fields && { body }) };
    const response = await fetch(`${new URL(mail.apiUrl).origin}/${door}${path}`, init);
    const text = await response.text();
    return { status: response.status, json: text === '' ? {} : JSON.parse(text) };
  };

  it('is taken by strict keys until it is deleted, and by no other service', async () => {
    const printed = mail.services[door]?.apiKey ?? '';
    const made = await ask('POST', make[0], printed, make[1]);
    const found = { ...made.json, ...made.json.data };
    expect(made.status).toBeLessThan(300);
    expect((await ask('GET', list, found[key])).status).toBe(200);
    for (const other of doors.filter((one) => one.door !== door)) {
      const url = `${new URL(mail.apiUrl).origin}/${other.door}${other.list}`;
      expect((await fetch(url, { headers: other.headersOf(found[key]) })).status).toBeGreaterThanOrEqual(400);
    }
    expect((await ask('DELETE', `${list}/${found[id]}`, found[key])).status).toBeLessThan(300);
    expect((await ask('GET', list, found[key])).status).toBeGreaterThanOrEqual(400);
  });
});

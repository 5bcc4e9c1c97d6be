// A key that a client makes by the API of a service is one of that service: also with strict keys.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type MailService, startMailService } from '../../src/mail/service/service.ts';

let service: MailService;
beforeAll(async () => {
  service = await startMailService({ strict: true, rateLimit: false });
});
afterAll(() => service.close());

const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
const elastic = (key: string) => ({ 'x-elasticemail-apikey': key });
const basic = (key: string) => ({ authorization: `Basic ${btoa(`api:${key}`)}` });

// biome-ignore lint/suspicious/noExplicitAny: answers of any form
type Answer = any;
type Headers = (key: string) => Record<string, string>;

it.each<readonly [string, Headers, string, (answer: Answer) => readonly [key: string, id: string]]>([
  ['resend', bearer, '/api-keys', ({ token, id }) => [token, id]],
  ['sendgrid', bearer, '/v3/api_keys', ({ api_key, api_key_id }) => [api_key, api_key_id]],
  ['mailersend', bearer, '/token', ({ data }) => [data.accessToken, data.id]],
  ['mailgun', basic, '/v1/keys', ({ key }) => [key.secret, key.id]],
  ['elasticemail', elastic, '/security/apikeys', ({ Token, Name }) => [Token, Name]],
])(
  'a key made by the API of %s passes strict keys until it is deleted',
  async (name, headers, path, read) => {
    const { url, apiKey = '' } = service.services[name] ?? {};
    const ask = async (key: string, method: string, at: string, body?: object) => {
      const init = { method, ...(body && { body: JSON.stringify(body) }) };
      const type = { 'content-type': 'application/json' };
      const content = name === 'mailgun' && body ? { body: new URLSearchParams({ role: 'admin' }) } : {};
      return fetch(`${url}${at}`, {
        ...init,
        ...content,
        headers: { ...headers(key), ...(name !== 'mailgun' && type) },
      });
    };
    const made = await ask(apiKey, 'POST', path, { name: 'CI', Name: 'CI' });
    expect(made.status).toBeLessThan(300);
    const [key, id] = read(await made.json());
    expect((await ask(key, 'GET', path)).status).toBe(200);
    expect((await ask(`${key}x`, 'GET', path)).status).toBeGreaterThanOrEqual(400);
    expect(JSON.stringify(service.save())).not.toContain(key);
    expect((await ask(key, 'DELETE', `${path}/${id}`)).status).toBeLessThan(300);
    expect((await ask(key, 'GET', path)).status).toBeGreaterThanOrEqual(400);
  },
);

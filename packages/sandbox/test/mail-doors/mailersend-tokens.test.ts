// Tokens as developers.mailersend.com/api/v1/tokens shows them; read on 29 November 2026.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type MailService, startMailService } from '../../src/mail/service/service.ts';
import { postMail } from './post-mail.ts';

let service: MailService;
beforeAll(async () => {
  service = await startMailService();
});
afterAll(() => service.close());

const ask = (method: string, path: string, body?: object) =>
  postMail(service, 'mailersend', path, body, method) as Promise<[number, { readonly data: { id: string } }]>;
const token = { name: 'First token', domain_id: 'd1', scopes: ['email_full'] };
const date = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);

it('has the fields of each answer, and no others', async () => {
  const [status, { data }] = await ask('POST', '/token', token);
  const { id } = data;
  expect([status, data]).toEqual([
    200,
    { id, accessToken: expect.any(String), name: token.name, created_at: date },
  ]);
  const { name, scopes } = token;
  const shown = { id, name, status: 'unpause', created_at: date, scopes };
  expect(await ask('GET', `/token/${id}`)).toEqual([200, { data: shown }]);
  expect(await ask('GET', '/token')).toMatchObject([200, { data: [shown] }]);
  expect(await ask('PUT', `/token/${id}/settings`, { status: 'pause' })).toEqual([
    200,
    { data: { id, name, status: 'pause', created_at: date } },
  ]);
  expect(await ask('GET', `/token/${id}`)).toEqual([200, { data: { ...shown, status: 'pause' } }]);
  expect((await ask('PUT', `/token/${id}/settings`, { status: 'stop' }))[0]).toBe(422);
});

it.each(['name', 'domain_id', 'scopes'])('needs %s', async (field) => {
  expect(await ask('POST', '/token', { ...token, [field]: undefined })).toMatchObject([
    422,
    { errors: { [field]: [expect.any(String)] } },
  ]);
});

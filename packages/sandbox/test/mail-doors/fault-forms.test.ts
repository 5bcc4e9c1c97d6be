// A fault with a status that a service does not list is no refusal of the request.
import { afterAll, expect, it } from 'vitest';
import { startMailService } from '../../src/mail/service/service.ts';
import { postMail } from './post-mail.ts';

const service = await startMailService({ rateLimit: false });
afterAll(() => service.close());

const refusal = [10001, 'invalid_request_schema'] as const;
const cloudflare = ([code, word]: readonly [number, string]) => ({
  errors: [{ code, message: `email.sending.error.${word}` }],
});
const internal = cloudflare([10002, 'internal_server']);
const paths: Readonly<Record<string, string>> = {
  mandrill: '/messages/send',
  scaleway: '/transactional-email/v1alpha1/regions/fr-par/emails',
  cloudflare: '/accounts/a/email/sending/send',
};

it.each([
  ['mandrill', 400, { name: 'ValidationError', code: -2 }],
  ['mandrill', 402, { name: 'PaymentRequired' }],
  ['mandrill', 422, { name: 'ValidationError', code: -2 }],
  ['mandrill', 502, { name: 'GeneralError' }],
  ['scaleway', 400, { type: 'invalid_arguments' }],
  ['scaleway', 412, { type: 'precondition_failed' }],
  ['scaleway', 422, { type: 'invalid_arguments' }],
  ['scaleway', 502, { type: undefined }],
  ['cloudflare', 400, cloudflare(refusal)],
  ['cloudflare', 422, cloudflare(refusal)],
  ['cloudflare', 500, internal],
  ['cloudflare', 502, internal],
  ['cloudflare', 503, cloudflare([10100, 'authentication.upstream'])],
])('%s %i', async (name, status, form) => {
  service.failNext({ status, service: 'mail' });
  const [answered, body] = await postMail(service, name, paths[name] ?? '', { key: 'any' });
  expect({ answered, type: undefined, ...Object(body) }).toMatchObject({ answered: status, ...form });
});

// The fields of mailersend-go (commit ada8fc1, April 2026).
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type MailService, startMailService } from '../../src/mail/service/service.ts';

let service: MailService;
beforeAll(async () => {
  service = await startMailService();
});
afterAll(() => service.close());

async function ask(path: string, body?: object) {
  const { url = '', apiKey = '' } = service.services['mailersend'] ?? {};
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers };
  return (await fetch(`${url}${path}`, init)).json();
}

it('an identity shows its domain, is listed by it, and has no dates of its own', async () => {
  const options = { custom_tracking_subdomain: 'links' };
  const { data: domain } = await ask('/domains', { name: 'acme.dev', ...options });
  const { data: made } = await ask('/identities', { domain_id: domain.id, email: 'a@acme.dev', name: 'Ann' });
  expect(made).toEqual({
    ...{ id: made.id, email: 'a@acme.dev', name: 'Ann', reply_to_email: null, reply_to_name: null },
    ...{ is_verified: false, resends: 0, add_note: false, personal_note: null },
    domain: {
      ...{ id: domain.id, name: 'acme.dev' },
      ...{ created_at: domain.created_at, updated_at: domain.updated_at },
    },
  });
  expect((await ask(`/identities?domain_id=${domain.id}`)).data).toEqual([made]);
  expect((await ask('/identities?domain_id=another')).data).toEqual([]);
  const { data: records } = await ask(`/domains/${domain.id}/dns-records`);
  expect([records.custom_tracking.hostname, records.return_path.hostname]).toEqual([
    'links.acme.dev',
    'mta.acme.dev',
  ]);
});

it('the quota has a number, what is left, and when it starts again', async () => {
  const { quota, remaining, reset } = await ask('/api-quota');
  expect([quota, remaining]).toEqual([100_000, 100_000]);
  expect(Date.parse(reset)).toBeGreaterThan(Date.now());
});

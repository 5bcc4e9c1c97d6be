import { randomBytes } from 'node:crypto';
import { type DoorContext, type Fields, issueKey, keptResource, ok, ownRows, route } from '../../kit.ts';
import { missing, readBody, requireFields, resendConventions } from './wire.ts';

/** Domains, keys, topics and custom events. */
export function accountRoutes({ store }: DoorContext) {
  const domains = ownRows(store, 'resend domains');
  const events = ownRows(store, 'resend events');
  const need =
    (...names: readonly string[]) =>
    (body: Fields, old: unknown): void =>
      void (old ?? requireFields(body, ...names));
  return [
    route('POST', '/domains/:id/verify', (_request, { id = '' }) => {
      const row = domains.get(id);
      if (row === undefined) throw missing();
      const records = recordsOf(row.own, 'verified');
      domains.update(id, { own: { ...row.own, status: 'verified', records } });
      return ok({ object: 'domain', id });
    }),
    ...keptResource(resendConventions, '/domains', domains, {
      name: 'domain',
      check: need('name'),
      defaults: (body) => ({ ...domainDefaults, records: recordsOf(body, 'not_started') }),
      added: ({ view }) => ok(view, 201),
    }),
    ...keptResource(resendConventions, '/api-keys', ownRows(store, keyRows), {
      name: 'api_key',
      verbs: ['add', 'list', 'change', 'remove'],
      check: need('name'),
      view: ({ id, name, created_at }) => ({ id, name, created_at, last_used_at: null }),
      // Shown once.
      added: ({ row: { id } }) => {
        const token = `re_${randomBytes(16).toString('hex')}`;
        return ok({ id, token: issueKey(store, { door: 'resend', rows: keyRows, id }, token) }, 201);
      },
    }),
    ...keptResource(resendConventions, '/topics', topicsOf(store), {
      name: 'topic',
      check: need('name', 'default_subscription'),
      defaults: { visibility: 'private' },
    }),
    route('POST', '/events/send', (request) =>
      ok({ object: 'event', event: readBody(request, 'event')['event'] }, 202),
    ),
    ...keptResource(resendConventions, '/events', events, {
      name: 'event',
      check: need('name'),
      defaults: { schema: null },
      find: (table, id) => table.get(id) ?? table.find(({ own }) => own['name'] === id),
    }),
  ];
}

const keyRows = 'resend keys of its API';

export const topicsOf = (store: DoorContext['store']) => ownRows(store, 'resend topics');

const domainDefaults = {
  region: 'us-east-1',
  status: 'not_started',
  open_tracking: false,
  click_tracking: false,
  tls: 'opportunistic',
  capabilities: { sending: 'enabled', receiving: 'disabled' },
};

/** The records that the owner of a domain sets. */
function recordsOf({ name, region = domainDefaults.region }: Fields, status: string) {
  const host = `feedback-smtp.${region}.amazonses.com`;
  const common = { ttl: 'Auto', status };
  return [
    { record: 'SPF', name: `send.${name}`, type: 'MX', value: host, priority: 10, ...common },
    {
      record: 'SPF',
      name: `send.${name}`,
      type: 'TXT',
      value: 'v=spf1 include:amazonses.com ~all',
      ...common,
    },
    { record: 'DKIM', name: 'resend._domainkey', type: 'TXT', value: 'p=sandbox', ...common },
  ];
}

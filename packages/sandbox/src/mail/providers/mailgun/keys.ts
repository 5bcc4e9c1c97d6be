import { randomBytes } from 'node:crypto';
import {
  type DoorContext,
  type Fields,
  dateOf as isoOf,
  issueKey,
  type MailStore,
  need,
  ok,
  type Row,
  route,
  typedRows,
} from '../../kit.ts';
import { mailgunConventions, readFields, stop } from './wire.ts';

/** Keys of the API, of domains for DKIM, and of webhooks. */
export function keyRoutes(context: DoorContext) {
  const { store, webhookSecret } = context;
  return [
    ...apiKeyRoutes(store),
    ...domainKeyRoutes(context),
    route('GET', '/v5/accounts/http_signing_key', () => ok({ http_signing_key: webhookSecret })),
  ];
}

function apiKeyRoutes(store: MailStore) {
  const keys = typedRows<{ readonly given: Fields }>(store, 'mailgun keys');
  const view = ({ id, given, createdAt, updatedAt }: { readonly given: Fields } & Row) => ({
    description: '',
    kind: 'user',
    domain_name: null,
    requestor: null,
    user_name: null,
    ...given,
    id,
    is_disabled: false,
    created_at: isoOf(createdAt),
    updated_at: isoOf(updatedAt),
  });
  return [
    route('GET', '/v1/keys', ({ query }) => {
      const kind = query.get('kind');
      const items = keys
        .all()
        .map(view)
        .filter((key) => kind === null || key.kind === kind);
      return ok({ total_count: items.length, items });
    }),
    route('POST', '/v1/keys', async (request) => {
      const row = keys.add({ given: await readFields(request) }, randomBytes(4).toString('hex'));
      const owner = { door: 'mailgun', rows: 'mailgun keys', id: row.id };
      const secret = issueKey(store, owner, `key-${randomBytes(16).toString('hex')}`);
      const key = { ...view(row), secret };
      return ok({ message: 'great success', key, ...key });
    }),
    // It stands before the key with this id.
    route('POST', '/v1/keys/public', () =>
      ok({ message: 'The public key has been generated', key: `pubkey-${randomBytes(16).toString('hex')}` }),
    ),
    route('DELETE', '/v1/keys/:id', (_request, { id = '' }) => {
      if (!keys.delete(id)) throw stop(404, 'key not found');
      return ok({ message: 'key deleted' });
    }),
  ];
}

interface DomainKey {
  readonly signing_domain: string;
  readonly selector: string;
  readonly is_active: boolean;
}

function domainKeyRoutes({ store, url }: DoorContext) {
  const keys = typedRows<DomainKey>(store, 'mailgun domain-keys');
  const idOf = (domain: unknown, selector: unknown) => `${selector}._domainkey.${domain}`;
  const find = (domain: unknown, selector: unknown) =>
    need(keys.get(idOf(domain, selector)), () => stop(404, 'domain key not found'));
  const view = ({ id: name, signing_domain, selector, is_active }: DomainKey & Row) => {
    const value = 'k=rsa; p=sandbox';
    const record = { cached: [value], name, record_type: 'TXT', valid: 'valid', value };
    return { signing_domain, selector, dns_record: { is_active, ...record } };
  };
  return [
    route('GET', '/v4/domains/:domain/keys', (_request, { domain }) =>
      ok({
        items: keys
          .all()
          .filter((key) => key.signing_domain === domain)
          .map(view),
      }),
    ),
    route('GET', '/v1/dkim/keys', (request) => {
      const domain = request.query.get('signing_domain');
      const found = keys.all().filter((key) => domain === null || key.signing_domain === domain);
      return mailgunConventions(url).list(found.map(view), request, 'key');
    }),
    route('POST', '/v1/dkim/keys', async (request) => {
      const { signing_domain = '', selector = '' } = await readFields(request);
      if (signing_domain === '' || selector === '')
        throw stop(400, 'signing_domain and selector are required');
      const id = idOf(signing_domain, selector);
      if (keys.get(id)) throw stop(400, 'failed to create domain key: duplicate key');
      return ok(view(keys.add({ signing_domain, selector, is_active: false }, id)));
    }),
    ...(['activate', 'deactivate'] as const).map((verb) =>
      route('PUT', `/v4/domains/:domain/keys/:selector/${verb}`, (_request, { domain, selector }) => {
        const { id } = find(domain, selector);
        const active = verb === 'activate';
        keys.update(id, { is_active: active });
        return ok({ message: `domain key ${verb}d`, authority: domain, selector, active });
      }),
    ),
    route('DELETE', '/v1/dkim/keys', ({ query }) => {
      keys.delete(find(query.get('signing_domain'), query.get('selector')).id);
      return ok({ message: 'success' });
    }),
  ];
}

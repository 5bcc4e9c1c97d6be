import {
  type DoorContext,
  type Fields,
  type MailStore,
  need,
  ok,
  type Row,
  readForm,
  route,
  typedRows,
} from '../../kit.ts';
import { dateOf, pageOf, readFields, stop } from './wire.ts';

/** A domain of the account. Every one is verified at once. */
export interface Domain {
  /** What was sent of it, as texts. */
  readonly given: Fields;
  readonly connection: Fields;
  readonly tracking: Readonly<Record<string, Fields>>;
}

export const domainsOf = (store: MailStore) => {
  const rows = typedRows<Domain>(store, 'mailgun domains');
  return { ...rows, find: (name = '') => need(rows.get(name), () => stop(404, 'Domain not found')) };
};

/** The domain of every account, as `MAILGUN_DOMAIN` names it. */
export const addFirstDomain = (store: MailStore): void => {
  domainsOf(store).add({ given: {}, connection: {}, tracking: {} }, 'sandbox.localhost');
};

const isYes = (value: unknown): boolean => value === 'true' || value === 'yes';

function viewOf({ id: name, given, connection, createdAt, serial }: Domain & Row) {
  const { wildcard, use_automatic_sender_security, smtp_password: _, ...others } = given;
  return {
    web_prefix: 'email',
    web_scheme: 'https',
    spam_action: 'disabled',
    ...others,
    id: serial.toString(16).padStart(24, '0'),
    name,
    state: 'active',
    type: name === 'sandbox.localhost' ? 'sandbox' : 'custom',
    is_disabled: false,
    wildcard: isYes(wildcard),
    use_automatic_sender_security: isYes(use_automatic_sender_security),
    require_tls: isYes(connection['require_tls']),
    skip_verification: isYes(connection['skip_verification']),
    smtp_login: `postmaster@${name}`,
    created_at: dateOf(createdAt),
  };
}

/** The records of the name server that the service asks for. */
function recordsOf({ id: name, given }: Domain & Row) {
  const record = (record_type: string, of: string, value: string) => {
    return { is_active: true, cached: [value], name: of, record_type, valid: 'valid', value };
  };
  const mx = ['mxa', 'mxb'].map((host) => ({ ...record('MX', name, `${host}.mailgun.org`), priority: '10' }));
  const { web_prefix = 'email', dkim_selector = 'pic' } = given;
  return {
    receiving_dns_records: mx,
    sending_dns_records: [
      record('TXT', name, 'v=spf1 include:mailgun.org ~all'),
      record('TXT', `${dkim_selector}._domainkey.${name}`, 'k=rsa; p=sandbox'),
      record('CNAME', `${web_prefix}.${name}`, 'mailgun.org'),
    ],
  };
}

/** The paths of domains stand in both versions of the API, for older clients. */
const versions = ['/v3/domains', '/v4/domains'];

export function domainRoutes({ store }: DoorContext) {
  const domains = domainsOf(store);
  const show = (domain: Domain & Row, message?: string) =>
    ok({ ...(message && { message }), domain: viewOf(domain), ...recordsOf(domain) });
  const change = (name: string | undefined, given: Fields) => {
    const old = domains.find(name);
    return domains.update(old.id, { given: { ...old.given, ...given } }) ?? old;
  };
  return [
    ...versions.flatMap((path) => [
      route('GET', path, ({ query }) => {
        const search = query.get('search') ?? '';
        const found = domains.all().filter(({ id }) => id.includes(search));
        return ok(pageOf(found.map(viewOf), query));
      }),
      route('POST', path, async (request) => {
        const { name = '', ...given } = await readFields(request);
        if (!/^[\w-]+(?:\.[\w-]+)+$/.test(name)) throw stop(400, 'Domain name format is incorrect.');
        if (domains.get(name)) throw stop(400, `This domain name is already taken: ${name}`);
        return show(domains.add({ given, connection: {}, tracking: {} }, name), 'Domain has been created');
      }),
      route('GET', `${path}/:domain`, (_request, { domain }) => show(domains.find(domain))),
      route('PUT', `${path}/:domain`, async (request, { domain }) =>
        show(change(domain, await readFields(request)), 'Domain has been updated'),
      ),
      route('PUT', `${path}/:domain/verify`, (_request, { domain }) =>
        show(domains.find(domain), 'Domain DNS records have been updated'),
      ),
      route('DELETE', `${path}/:domain`, (_request, { domain }) => {
        domains.delete(domains.find(domain).id);
        return ok({ message: 'Domain will be deleted in the background' });
      }),
    ]),
    route('PUT', '/v3/domains/:domain/dkim_authority', ({ query }, { domain }) => {
      const changed = change(domain, { dkim_self: query.get('self') });
      const { sending_dns_records } = recordsOf(changed);
      return ok({ changed: true, message: 'Domain DKIM authority has been changed', sending_dns_records });
    }),
    route('PUT', '/v3/domains/:domain/dkim_selector', ({ query }, { domain }) => {
      change(domain, { dkim_selector: query.get('dkim_selector') });
      return ok({ message: 'Domain DKIM selector updated' });
    }),
    route('PUT', '/v3/domains/:domain/web_prefix', ({ query }, { domain }) => {
      change(domain, { web_prefix: query.get('web_prefix') });
      return ok({ message: 'Domain web prefix updated' });
    }),
    ...settingRoutes(store),
  ];
}

const usualTracking: Readonly<Record<string, Fields>> = {
  click: { active: false },
  open: { active: false },
  unsubscribe: { active: false, html_footer: '', text_footer: '' },
};

function settingRoutes(store: MailStore) {
  const domains = domainsOf(store);
  const path = '/v3/domains/:domain';
  const connectionOf = (name: string | undefined) => {
    const { connection } = domains.find(name);
    return {
      require_tls: isYes(connection['require_tls']),
      skip_verification: isYes(connection['skip_verification']),
    };
  };
  return [
    route('GET', `${path}/connection`, (_request, { domain }) => ok(connectionOf(domain))),
    route('PUT', `${path}/connection`, async (request, { domain }) => {
      const { id, connection } = domains.find(domain);
      domains.update(id, { connection: { ...connection, ...(await readFields(request)) } });
      const message = 'Domain connection settings have been updated, may take 10 minutes to fully propagate';
      return ok({ message, ...connectionOf(domain) });
    }),
    route('GET', `${path}/tracking`, (_request, { domain }) =>
      ok({ tracking: { ...usualTracking, ...domains.find(domain).tracking } }),
    ),
    route('PUT', `${path}/tracking/:kind`, async (request, { domain, kind = '' }) => {
      const { id, tracking } = domains.find(domain);
      const usual = need(usualTracking[kind], () => stop(404, 'Tracking setting not found'));
      const { active, ...rest } = await readFields(request);
      const isActive = active === 'htmlonly' ? active : isYes(active);
      const changed = { ...usual, ...tracking[kind], ...rest, active: isActive };
      domains.update(id, { tracking: { ...tracking, [kind]: changed } });
      return ok({ message: 'Domain tracking settings have been updated', [kind]: changed });
    }),
    ...credentialRoutes(store),
  ];
}

/** The SMTP logins of a domain. Passwords are not kept. */
function credentialRoutes(store: MailStore) {
  const rows = typedRows<{ readonly domain: string }>(store, 'mailgun credentials');
  const path = '/v3/domains/:domain/credentials';
  const of = (domain: string) => rows.all().filter((row) => row.domain === domain);
  const full = (login: string, domain: string) => (login.includes('@') ? login : `${login}@${domain}`);
  const find = (login = '', domain = '') =>
    need(rows.get(full(login, domain)), () => stop(404, 'Credentials not found'));
  return [
    route('GET', path, ({ query }, { domain = '' }) => {
      const views = of(domain).map(({ id, createdAt }) => {
        return { created_at: dateOf(createdAt), login: id, mailbox: id, size_bytes: null };
      });
      return ok(pageOf(views, query));
    }),
    route('POST', path, async (request, { domain = '' }) => {
      const { values } = await readForm(request);
      const [login] = values.get('login') ?? values.get('mailbox') ?? [];
      if (login === undefined) throw stop(400, "Parameter 'login' is missing");
      const id = full(login, domain);
      if (!rows.get(id)) rows.add({ domain }, id);
      return ok({ message: 'Created 1 credentials pair(s)' });
    }),
    route('PUT', `${path}/:login`, (_request, { login, domain }) => {
      find(login, domain);
      return ok({ message: 'Password changed' });
    }),
    route('DELETE', `${path}/:login`, (_request, { login, domain }) => {
      const { id } = find(login, domain);
      rows.delete(id);
      return ok({ message: 'Credentials have been deleted', spec: id });
    }),
    route('DELETE', path, (_request, { domain = '' }) => {
      const all = of(domain);
      for (const { id } of all) rows.delete(id);
      return ok({ message: 'All domain credentials have been deleted', count: all.length });
    }),
  ];
}

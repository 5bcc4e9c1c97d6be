import {
  type DoorContext,
  type Fields,
  fieldsOf,
  keptResource,
  type MailStore,
  need,
  nestedRoutes,
  ok,
  ownRows,
  route,
  textOf,
} from '../../kit.ts';
import { found, invalid, mailersendConventions, makeId, missing } from './wire.ts';

export const domainsOf = (store: Pick<MailStore, 'entries'>) => ownRows(store, 'mailersend domains');

const settings = {
  send_paused: false,
  track_clicks: true,
  track_opens: true,
  track_unsubscribe: true,
  track_content: true,
  ...{ track_unsubscribe_html: '<p>Click here to <a href="{{unsubscribe}}">unsubscribe</a></p>' },
  track_unsubscribe_plain: 'Click here to unsubscribe: {{unsubscribe}}',
  custom_tracking_enabled: false,
  ...{ custom_tracking_subdomain: 'email', precedence_bulk: false, ignore_duplicated_recipients: false },
};

const checks = (isVerified: boolean) => ({
  dkim: isVerified,
  spf: isVerified,
  mx: isVerified,
  tracking: false,
  cname: false,
  rp_cname: isVerified,
});

const states = (isVerified: boolean) => ({
  dkim: isVerified,
  spf: isVerified,
  tracking: false,
  is_verified: isVerified,
  is_cname_verified: false,
  ...{ is_dns_active: isVerified, is_cname_active: false, is_tracking_allowed: false },
  ...{ has_not_queued_messages: false, not_queued_messages_count: 0 },
});

/** Domains, their settings and records, and their users of SMTP. */
export function domainRoutes({ store }: DoorContext) {
  const domains = domainsOf(store);
  const find = (id = '') => need(domains.get(id), missing);
  const change = (id: string, own: Fields) =>
    domains.update(id, { own: { ...find(id).own, ...own } }) ?? find(id);
  const view = (row: ReturnType<typeof find>) => ({ ...row.own, ...mailersendConventions.stamp?.(row) });
  return [
    route('PUT', '/v1/domains/:id/settings', (request, { id = '' }) => {
      const old = fieldsOf(find(id).own['domain_settings']);
      return found(view(change(id, { domain_settings: { ...old, ...fieldsOf(request.json()) } })));
    }),
    route('GET', '/v1/domains/:id/dns-records', (_request, { id = '' }) =>
      found({ id, ...recordsOf(find(id).own) }),
    ),
    route('GET', '/v1/domains/:id/verify', (_request, { id = '' }) => {
      change(id, states(true));
      return ok({ message: 'The domain is verified.', data: checks(true) });
    }),
    ...smtpUserRoutes(store, (id) => find(id)),
    ...keptResource(mailersendConventions, '/v1/domains', domains, {
      makeId,
      verbs: ['add', 'list', 'show', 'remove'],
      check: ({ name }) => {
        if (!textOf(name)) throw invalid('name', 'The name field is required.');
        if (domains.find(({ own }) => own['name'] === name) !== undefined)
          throw invalid('name', 'The name has already been taken.');
      },
      defaults: { ...states(false), domain_settings: settings },
      rows: ({ query }) => {
        const wanted = query.get('verified');
        return domains.all().filter(({ own }) => wanted === null || `${own['is_verified']}` === wanted);
      },
    }),
  ];
}

/** `Dns` and `CreateDomainOptions` of mailersend-go, as of April 2026. */
function recordsOf(own: Fields) {
  const name = String(own['name']);
  const below = (option: string, usual: string) => `${textOf(own[option]) ?? usual}.${name}`;
  const record = (hostname: string, type: string, value: string) => ({ hostname, type, value });
  return {
    spf: record(name, 'TXT', 'v=spf1 include:_spf.mailersend.net ~all'),
    dkim: record(`mlsend2._domainkey.${name}`, 'CNAME', 'mlsend2._domainkey.mailersend.net'),
    return_path: record(below('return_path_subdomain', 'mta'), 'CNAME', 'mailersend.net'),
    custom_tracking: record(below('custom_tracking_subdomain', 'email'), 'CNAME', 'links.mailersend.net'),
    inbound_routing: {
      ...record(below('inbound_routing_subdomain', 'inbound'), 'MX', 'inbound.mailersend.net'),
      priority: '10',
    },
  };
}

function smtpUserRoutes(store: MailStore, requireDomain: (id: string) => unknown) {
  const routes = nestedRoutes((parent) =>
    keptResource(
      mailersendConventions,
      '/v1/domains/:parent/smtp-users',
      ownRows(store, `mailersend smtp ${parent}`),
      {
        makeId,
        check: ({ name }, old) => {
          if (old === undefined && !textOf(name)) throw invalid('name', 'The name field is required.');
        },
        defaults: { enabled: true },
        view: (shown) => ({
          ...shown,
          ...{ username: `MS_${String(shown['id']).slice(0, 6)}@localhost`, password: shown['id'] },
          ...{ server: 'smtp.mailersend.net', port: 587 },
        }),
      },
    ),
  );
  return routes.map(({ method, pattern, handler }) =>
    route(method, pattern, (request, params) => {
      requireDomain(params['parent'] ?? '');
      return handler(request, params);
    }),
  );
}

// The operations of mailgun.js by the names of its client.
import { expect } from 'vitest';
import type { Foreign } from './mailpit-clients.ts';
import type { Row } from './operations.ts';

const domain = 'acme.dev';
const list = `dev@${domain}`;
const bob = 'bob@example.com';
const mail = {
  from: `Ann <ann@${domain}>`,
  to: [bob],
  subject: 'Hi',
  text: 'x',
  html: '<p>x</p>',
  'o:tag': ['order'],
  'v:a': 'b',
};
const url = 'http://127.0.0.1:9/a';
const record = { record_type: expect.any(String), name: expect.any(String), value: expect.any(String) };

const domainRows = ({ domains }: Foreign): readonly Row[] => [
  [
    'domains.create',
    () => domains.create({ name: domain, web_scheme: 'http' }),
    { name: domain, state: 'active' },
  ],
  [
    'domains.list',
    () => domains.list({ limit: 10 }),
    (all: Foreign) => expect(all.map(({ name }: Foreign) => name)).toContain(domain),
  ],
  ['domains.update', () => domains.update(domain, { web_prefix: 'mail' }), { web_prefix: 'mail' }],
  [
    'domains.get',
    () => domains.get(domain),
    {
      name: domain,
      web_prefix: 'mail',
      web_scheme: 'http',
      receiving_dns_records: [record, record],
      sending_dns_records: expect.any(Array),
    },
  ],
  ['domains.verify', () => domains.verify(domain), { name: domain, state: 'active' }],
  [
    'domains.updateConnection',
    () => domains.updateConnection(domain, { require_tls: 'true' }),
    { require_tls: true },
  ],
  [
    'domains.getConnection',
    () => domains.getConnection(domain),
    { require_tls: true, skip_verification: false },
  ],
  [
    'domains.updateTracking',
    () => domains.updateTracking(domain, 'open', { active: 'yes' }),
    { open: { active: true } },
  ],
  [
    'domains.getTracking',
    () => domains.getTracking(domain),
    { open: { active: true }, click: { active: false } },
  ],
  [
    'domains.domainTracking.updateTracking',
    () => domains.domainTracking.updateTracking(domain, 'click', { active: 'htmlonly' }),
    { click: { active: 'htmlonly' } },
  ],
  [
    'domains.domainTracking.getTracking',
    () => domains.domainTracking.getTracking(domain),
    { click: { active: 'htmlonly' } },
  ],
  [
    'domains.updateDKIMAuthority',
    () => domains.updateDKIMAuthority(domain, { self: 'yes' }),
    { changed: true },
  ],
  [
    'domains.updateDKIMSelector',
    () => domains.updateDKIMSelector(domain, { dkimSelector: 'k1' }),
    { message: expect.any(String) },
  ],
  [
    'domains.domainKeys.updateDKIMAuthority',
    () => domains.domainKeys.updateDKIMAuthority(domain, { self: 'yes' }),
    { changed: true },
  ],
  [
    'domains.domainKeys.updateDKIMSelector',
    () => domains.domainKeys.updateDKIMSelector(domain, { dkimSelector: 'k2' }),
    { message: expect.any(String) },
  ],
  [
    'domains.updateWebPrefix',
    () => domains.updateWebPrefix(domain, { webPrefix: 'web' }),
    { body: { message: expect.any(String) } },
  ],
  [
    'domains.domainCredentials.create',
    () => domains.domainCredentials.create(domain, { login: 'ann', password: 'secret' }),
    { message: expect.stringContaining('Created') },
  ],
  [
    'domains.domainCredentials.list',
    () => domains.domainCredentials.list(domain),
    { items: [{ login: `ann@${domain}` }], totalCount: 1 },
  ],
  [
    'domains.domainCredentials.update',
    () => domains.domainCredentials.update(domain, 'ann', { password: 'other' }),
    { message: 'Password changed' },
  ],
  [
    'domains.domainCredentials.destroy',
    () => domains.domainCredentials.destroy(domain, 'ann'),
    { spec: `ann@${domain}` },
  ],
  ['domains.domainCredentials.destroyAll', () => domains.domainCredentials.destroyAll(domain), { count: 0 }],
  [
    'domains.domainKeys.create',
    () => domains.domainKeys.create({ signingDomain: domain, selector: 's1' }),
    { selector: 's1' },
  ],
  [
    'domains.domainKeys.activate',
    () => domains.domainKeys.activate(domain, 's1'),
    { active: true, selector: 's1' },
  ],
  [
    'domains.domainKeys.list',
    () => domains.domainKeys.list(domain),
    { items: [{ selector: 's1', dns_record: { is_active: true } }] },
  ],
  [
    'domains.domainKeys.listAll',
    () => domains.domainKeys.listAll({ signingDomain: domain }),
    { items: [{ selector: 's1' }] },
  ],
  ['domains.domainKeys.deactivate', () => domains.domainKeys.deactivate(domain, 's1'), { active: false }],
  ['domains.domainKeys.destroy', () => domains.domainKeys.destroy(domain, 's1'), { message: 'success' }],
];

const templateRows = ({ domains: { domainTemplates: templates } }: Foreign): readonly Row[] => [
  [
    'domains.domainTemplates.create',
    () => templates.create(domain, { name: 'hello', description: 'd', template: '<p>{{a}}</p>', tag: 'v1' }),
    { name: 'hello', description: 'd', version: { tag: 'v1', template: '<p>{{a}}</p>', active: true } },
  ],
  ['domains.domainTemplates.list', () => templates.list(domain), { items: [{ name: 'hello' }] }],
  [
    'domains.domainTemplates.update',
    () => templates.update(domain, 'hello', { description: 'e' }),
    { templateName: 'hello' },
  ],
  [
    'domains.domainTemplates.createVersion',
    () =>
      templates.createVersion(domain, 'hello', {
        tag: 'v2',
        template: '<b>{{a}}</b>',
        active: 'yes',
        comment: 'c',
      }),
    { template: { version: { tag: 'v2', active: true } } },
  ],
  [
    'domains.domainTemplates.updateVersion',
    () => templates.updateVersion(domain, 'hello', 'v1', { template: '<i>{{a}}</i>' }),
    { templateName: 'hello', templateVersion: { tag: 'v1' } },
  ],
  [
    'domains.domainTemplates.getVersion',
    () => templates.getVersion(domain, 'hello', 'v1'),
    { name: 'hello', version: { tag: 'v1', template: '<i>{{a}}</i>', active: false } },
  ],
  [
    'domains.domainTemplates.listVersions',
    () => templates.listVersions(domain, 'hello'),
    {
      template: {
        versions: [
          { tag: 'v1', active: false },
          { tag: 'v2', active: true, comment: 'c' },
        ],
      },
    },
  ],
  [
    'domains.domainTemplates.get',
    () => templates.get(domain, 'hello', { active: 'yes' }),
    { name: 'hello', description: 'e', version: { tag: 'v2' } },
  ],
  [
    'domains.domainTemplates.destroyVersion',
    () => templates.destroyVersion(domain, 'hello', 'v1'),
    { templateVersion: { tag: 'v1' } },
  ],
  ['domains.domainTemplates.destroy', () => templates.destroy(domain, 'hello'), { templateName: 'hello' }],
  ['domains.domainTemplates.destroyAll', () => templates.destroyAll(domain), { message: expect.any(String) }],
];

/** Mails first: the tags and statistics are theirs. */
const mailRows = ({
  messages,
  events,
  logs,
  stats,
  tags,
  domains: { domainTags },
}: Foreign): readonly Row[] => {
  let key = '';
  return [
    [
      'messages.create',
      () => messages.create(domain, mail),
      { status: 200, id: expect.stringMatching(/^<.*>$/) },
    ],
    [
      'events.get',
      async () => {
        const found = await events.get(domain, { event: 'accepted' });
        key = found.items[0]?.storage.key;
        return found;
      },
      { items: [{ event: 'accepted', recipient: bob, tags: ['order'], 'user-variables': { a: 'b' } }] },
    ],
    [
      'logs.list',
      () => logs.list({ start: new Date(0), end: new Date(), events: ['delivered'] }),
      {
        items: [{ event: 'delivered', recipient: bob, '@timestamp': expect.any(Date) }],
        aggregates: { all: 1 },
      },
    ],
    [
      'messages.retrieveStoredEmail',
      () => messages.retrieveStoredEmail(domain, key),
      { subject: 'Hi', 'body-plain': 'x', 'body-html': '<p>x</p>', recipients: bob },
    ],
    [
      'messages.resendEmail',
      () => messages.resendEmail(domain, key, 'eve@example.com'),
      { id: expect.any(String) },
    ],
    [
      'messages.getMessagesQueueStatus',
      () => messages.getMessagesQueueStatus(domain),
      { regular: { is_disabled: false } },
    ],
    [
      'stats.getDomain',
      () => stats.getDomain(domain, { event: ['accepted', 'delivered'] }),
      { resolution: 'day', stats: [{ accepted: { total: 2 }, delivered: { total: 2 } }] },
    ],
    [
      'stats.getAccount',
      () => stats.getAccount({ event: 'delivered', resolution: 'month' }),
      { resolution: 'month', stats: [{ delivered: { total: 2 } }] },
    ],
    [
      'domains.domainTags.list',
      () => domainTags.list(domain),
      { items: [{ tag: 'order', 'first-seen': expect.any(Date) }] },
    ],
    [
      'domains.domainTags.update',
      () => domainTags.update(domain, 'order', 'Orders'),
      { message: expect.any(String) },
    ],
    [
      'domains.domainTags.get',
      () => domainTags.get(domain, 'order'),
      { tag: 'order', description: 'Orders' },
    ],
    [
      'domains.domainTags.statistic',
      () => domainTags.statistic(domain, 'order', { event: 'delivered' }),
      { tag: 'order', stats: [{ delivered: { total: 2 } }] },
    ],
    [
      'tags.list',
      () => tags.list({}),
      { items: [{ tag: 'order', description: 'Orders', first_seen: expect.any(Date) }] },
    ],
    ['tags.limits', () => tags.limits(), { count: 1, limit_reached: false }],
    ['tags.update', () => tags.update('order', 'All orders'), { message: expect.any(String) }],
    ['tags.destroy', () => tags.destroy('order'), { message: expect.any(String) }],
    [
      'domains.domainTags.destroy',
      async () => {
        await messages.create(domain, { ...mail, 'o:tag': 'gone' });
        await domainTags.destroy(domain, 'gone');
        return domainTags.list(domain);
      },
      { items: [] },
    ],
  ];
};

const listRows = ({ lists }: Foreign): readonly Row[] => [
  ['lists.create', () => lists.create({ address: list, name: 'Dev' }), { address: list, name: 'Dev' }],
  ['lists.update', () => lists.update(list, { description: 'all' }), { description: 'all', name: 'Dev' }],
  ['lists.get', () => lists.get(list), { address: list, description: 'all' }],
  ['lists.list', () => lists.list({ limit: 10 }), { items: [{ address: list }] }],
  [
    'lists.listByAddress',
    () => lists.listByAddress({ address: list }),
    { items: [{ address: list }], total_count: 1 },
  ],
  [
    'lists.members.createMember',
    () => lists.members.createMember(list, { address: bob, name: 'Bob', subscribed: 'yes' }),
    { address: bob, name: 'Bob' },
  ],
  [
    'lists.members.createMembers',
    () => lists.members.createMembers(list, { members: [{ address: 'eve@example.com' }], upsert: 'yes' }),
    { list: { members_count: 2 } },
  ],
  [
    'lists.members.updateMember',
    () => lists.members.updateMember(list, bob, { name: 'Bobby', vars: '{"a":1}' }),
    { name: 'Bobby' },
  ],
  ['lists.members.getMember', () => lists.members.getMember(list, bob), { address: bob, vars: { a: 1 } }],
  ['lists.members.listMembers', () => lists.members.listMembers(list), { items: [{ address: bob }, {}] }],
  [
    'lists.members.listMembersByAddress',
    () => lists.members.listMembersByAddress(list, { address: bob }),
    { items: [{ address: bob }] },
  ],
  [
    'lists.members.upload',
    () =>
      lists.members.upload(
        list,
        { data: new Blob(['address,name\nfay@example.com,Fay']), filename: 'a.csv' },
        true,
        true,
      ),
    expect.anything(),
  ],
  ['lists.members.getMember', () => lists.members.getMember(list, 'fay@example.com'), { name: 'Fay' }],
  ['lists.members.destroyMember', () => lists.members.destroyMember(list, bob), { member: { address: bob } }],
  ['lists.destroy', () => lists.destroy(list), { address: list }],
];

const otherRows = ({
  webhooks,
  routes,
  suppressions,
  apiKeys,
  accountManagement,
  domains,
}: Foreign): readonly Row[] => {
  let [rule, key] = ['', ''];
  const action = ['forward("http://127.0.0.1:9/")'];
  return [
    ['webhooks.create', () => webhooks.create(domain, 'clicked', url), { id: 'clicked', urls: [url] }],
    [
      'webhooks.update',
      () => webhooks.update(domain, 'clicked', [url, `${url}b`]),
      { urls: [url, `${url}b`] },
    ],
    ['webhooks.get', () => webhooks.get(domain, 'clicked'), { urls: [url, `${url}b`] }],
    ['webhooks.list', () => webhooks.list(domain), { clicked: { urls: [url, `${url}b`] } }],
    ['webhooks.destroy', () => webhooks.destroy(domain, 'clicked'), { urls: [url, `${url}b`] }],
    [
      'routes.create',
      async () => {
        const made = await routes.create({ priority: '1', expression: `match_recipient("${bob}")`, action });
        rule = made.id;
        return made;
      },
      { priority: 1, actions: action },
    ],
    [
      'routes.update',
      () => routes.update(rule, { description: 'd', expression: `match_recipient("${bob}")`, action }),
      { description: 'd', priority: 1 },
    ],
    ['routes.get', () => routes.get(rule), { description: 'd', actions: action }],
    ['routes.list', () => routes.list({}), [{ description: 'd' }]],
    ['routes.matchAddress', () => routes.matchAddress(bob), { description: 'd' }],
    ['routes.destroy', () => routes.destroy(rule), { message: expect.any(String) }],
    [
      'suppressions.create',
      () => suppressions.create(domain, 'bounces', { address: bob, code: 551, error: 'moved' }),
      { message: expect.any(String) },
    ],
    [
      'suppressions.create',
      () => suppressions.create(domain, 'unsubscribes', [{ address: bob, tags: ['news'] }]),
      { status: 200 },
    ],
    [
      'suppressions.create',
      () => suppressions.create(domain, 'whitelists', { domain: 'good.dev', reason: 'r' }),
      { type: 'domain', value: 'good.dev' },
    ],
    [
      'suppressions.get',
      () => suppressions.get(domain, 'bounces', bob),
      { address: bob, code: 551, error: 'moved' },
    ],
    [
      'suppressions.get',
      () => suppressions.get(domain, 'unsubscribes', bob),
      { address: bob, tags: ['news'] },
    ],
    [
      'suppressions.get',
      () => suppressions.get(domain, 'whitelists', 'good.dev'),
      { value: 'good.dev', reason: 'r' },
    ],
    [
      'suppressions.upload',
      () =>
        suppressions.upload(domain, 'complaints', {
          data: new Blob(['address\nfay@example.com']),
          filename: 'a.csv',
        }),
      { message: expect.stringContaining('uploaded') },
    ],
    [
      'suppressions.list',
      () => suppressions.list(domain, 'complaints'),
      { items: [{ address: 'fay@example.com' }] },
    ],
    ['suppressions.destroy', () => suppressions.destroy(domain, 'bounces', bob), { address: bob }],
    ['suppressions.destroyAll', () => suppressions.destroyAll(domain, 'complaints'), { status: 200 }],
    ['suppressions.list', () => suppressions.list(domain, 'complaints'), { items: [] }],
    [
      'apiKeys.create',
      async () => {
        const made = await apiKeys.create({
          role: 'sending',
          kind: 'domain',
          domain_name: domain,
          description: 'd',
        });
        key = made.id;
        return made;
      },
      { role: 'sending', secret: expect.any(String) },
    ],
    [
      'apiKeys.list',
      () => apiKeys.list({ kind: 'domain' }),
      { totalCount: 1, items: [{ description: 'd' }] },
    ],
    ['apiKeys.destroy', () => apiKeys.destroy(key), { status: 200 }],
    ['apiKeys.regeneratePublicKey', () => apiKeys.regeneratePublicKey(), { key: expect.any(String) }],
    [
      'accountManagement.getWebhookSigningKey',
      () => accountManagement.getWebhookSigningKey(),
      { http_signing_key: expect.any(String) },
    ],
    ['domains.destroy', () => domains.destroy(domain), { message: expect.any(String) }],
  ];
};

export const mailgunRows = (client: Foreign): readonly Row[] => [
  ...domainRows(client),
  ...templateRows(client),
  ...mailRows(client),
  ...listRows(client),
  ...otherRows(client),
];

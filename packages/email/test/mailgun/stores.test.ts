import { describe, expect, it } from 'vitest';
import { clientWith, collect } from './client.ts';

const base = '/v3/mg.acme.dev';
const origin = 'https://api.mailgun.net';
const version = {
  createdAt: 'Wed, 29 Aug 2018 23:31:15 UTC',
  engine: 'handlebars',
  tag: 'v0',
  template: '{{fname}} {{lname}}',
  headers: { Subject: 'Hi {{fname}}', From: 'Ann <ann@acme.dev>', 'Reply-To': 'help@acme.dev' },
};
const template = {
  createdAt: 'Wed, 29 Aug 2018 23:31:13 UTC',
  description: 'template description',
  name: 'template.name',
  version,
};
const neutral = {
  id: 'template.name',
  name: 'template.name',
  description: 'template description',
  subject: 'Hi {{fname}}',
  html: '{{fname}} {{lname}}',
  from: { name: 'Ann', address: 'ann@acme.dev' },
  replyTo: 'help@acme.dev',
  version: 'v0',
  createdAt: new Date('2018-08-29T23:31:13Z'),
  updatedAt: new Date('2018-08-29T23:31:15Z'),
};
const done = { json: { message: 'done', template: { name: 'template.name', version: { tag: 'v0' } } } };

describe('mailgun: templates', () => {
  it('creates one with its first version; subject and addresses are headers', async () => {
    const { email, lines, forms } = clientWith([{ json: { template, message: 'template has been stored' } }]);
    const input = {
      name: 'template.name',
      subject: 'S',
      html: '<p>',
      from: 'Ann <ann@acme.dev>',
      replyTo: 'b@acme.dev',
    };
    expect(await email.templates.create({ ...input, description: 'D' })).toMatchObject({
      id: 'template.name',
      subject: 'S',
      html: '<p>',
      version: 'v0',
    });
    expect(lines()).toEqual([`POST ${base}/templates`]);
    expect(forms()).toEqual([
      {
        name: 'template.name',
        description: 'D',
        tag: 'initial',
        template: '<p>',
        headers: '{"Subject":"S","From":"Ann <ann@acme.dev>","Reply-To":"b@acme.dev"}',
      },
    ]);
  });

  it.each<[object, string]>([
    [{ text: 'x' }, 'unsupported'],
    [{ kind: 'marketing' }, 'unsupported'],
    [{ name: 'Welcome' }, 'invalid-input'],
  ])('refuses %o', async (extra, code) => {
    const { email, lines } = clientWith();
    const created = email.templates.create({ name: 'a', subject: 'S', html: '<p>', ...extra });
    await expect(created).rejects.toMatchObject({ code, outcome: 'not-sent' });
    expect(lines()).toEqual([]);
  });

  it.each([
    ['an object', version.headers],
    ['JSON', JSON.stringify(version.headers)],
  ])('reads one with its active version, whose headers are %s', async (_what, headers) => {
    const { email, lines } = clientWith([
      { json: { template: { ...template, version: { ...version, headers } } } },
    ]);
    expect(await email.templates.get('template.name')).toEqual(neutral);
    expect(lines()).toEqual([`GET ${base}/templates/template.name?active=yes`]);
  });

  it('changes the active version, and keeps its other headers', async () => {
    const { email, lines, forms } = clientWith([{ json: { template } }, done, done, { json: { template } }]);
    expect(await email.templates.update('template.name', { subject: 'New', description: 'D' })).toEqual(
      neutral,
    );
    expect(lines()).toEqual([
      `GET ${base}/templates/template.name?active=yes`,
      `PUT ${base}/templates/template.name`,
      `PUT ${base}/templates/template.name/versions/v0`,
      `GET ${base}/templates/template.name?active=yes`,
    ]);
    expect(forms().slice(1, 3)).toEqual([
      { description: 'D' },
      {
        template: '{{fname}} {{lname}}',
        headers: '{"Subject":"New","From":"Ann <ann@acme.dev>","Reply-To":"help@acme.dev"}',
      },
    ]);
  });

  it('makes a first version where there is none, and refuses another name', async () => {
    const { version: _none, ...bare } = template;
    const { email, lines, forms } = clientWith([{ json: { template: bare } }, done, { json: { template } }]);
    await email.templates.update('template.name', { html: '<p>', name: 'template.name' });
    expect(lines()[1]).toBe(`POST ${base}/templates/template.name/versions`);
    expect(forms()[1]).toEqual({ tag: 'initial', template: '<p>', headers: '{}', active: 'yes' });
    const renamed = clientWith([{ json: { template } }]).email.templates.update('template.name', {
      name: 'other',
    });
    await expect(renamed).rejects.toMatchObject({ code: 'unsupported' });
  });

  it('lists until a page is empty, on the configured origin, and resumes at a cursor', async () => {
    const next = `https://elsewhere.example/v3/YOUR_DOMAIN_NAME/templates?page=next&p=template.2&limit=2`;
    const page = { items: [template, template], paging: { next, first: next, last: next, previous: next } };
    const { email, lines, transport } = clientWith([{ json: page }, { json: { ...page, items: [] } }]);
    const cursors: unknown[] = [];
    for await (const { nextCursor } of email.templates.list({ pageSize: 2 }).pages())
      cursors.push(nextCursor);
    expect(cursors).toEqual(['?page=next&p=template.2&limit=2', undefined]);
    await collect(email.templates.list({ cursor: '?page=next&p=template.2&limit=2' }));
    const second = `GET ${base}/templates?page=next&p=template.2&limit=2`;
    expect(lines()).toEqual([`GET ${base}/templates?limit=2`, second, second]);
    expect(new Set(transport.requests.map(({ url }) => url.origin))).toEqual(new Set([origin]));
  });

  it.each(['/../lists', '//evil.example', '#x', 'https://evil.example/', '/..', '?a#b'])(
    'security: refuses the cursor %s',
    async (cursor) => {
      const { email, lines } = clientWith([{ json: { items: [] } }]);
      await expect(collect(email.templates.list({ cursor }))).rejects.toMatchObject({
        code: 'invalid-input',
      });
      expect(lines()).toEqual([]);
    },
  );

  it('deletes one', async () => {
    const { email, lines } = clientWith([
      { json: { template: { name: 'a' }, message: 'template has been deleted' } },
    ]);
    await email.templates.delete('a');
    expect(lines()).toEqual([`DELETE ${base}/templates/a`]);
  });
});

const createdAt = 'Fri, 21 Oct 2011 11:02:55 GMT';
const page = (items: readonly object[], rest = '') => ({
  json: { items, paging: { next: `${origin}${base}/${rest}`, last: `${origin}/x` } },
});

describe('mailgun: suppressions', () => {
  it('lists all three kinds with one cursor', async () => {
    const { email, lines } = clientWith([
      page(
        [{ address: 'a@example.com', code: '550', error: 'No such mailbox', created_at: createdAt }],
        'bounces?page=next&address=a%40example.com&limit=1',
      ),
      page([], 'bounces?page=next'),
      page(
        [{ address: 'b@example.com', tags: ['news', '*'], created_at: createdAt }],
        'unsubscribes?page=next',
      ),
      page([], 'unsubscribes?page=next'),
      page([{ address: 'c@example.com', created_at: createdAt }], 'complaints?page=next'),
      page([], 'complaints?page=next'),
    ]);
    const pages: { readonly items: readonly unknown[]; readonly nextCursor?: string | undefined }[] = [];
    for await (const each of email.suppressions.list({ pageSize: 1 }).pages()) pages.push(each);
    expect(pages.map(({ nextCursor }) => nextCursor)).toEqual([
      'bounces?page=next&address=a%40example.com&limit=1',
      'unsubscribes',
      'unsubscribes?page=next',
      'complaints',
      'complaints?page=next',
      undefined,
    ]);
    const common = { createdAt: new Date('2011-10-21T11:02:55Z'), removable: true };
    expect(pages.flatMap(({ items }) => items)).toEqual([
      {
        email: 'a@example.com',
        reason: 'hard-bounce',
        scope: 'domain',
        scopeId: 'mg.acme.dev',
        description: 'No such mailbox',
        ...common,
      },
      { email: 'b@example.com', reason: 'unsubscribe', scope: 'group', scopeId: 'news', ...common },
      { email: 'b@example.com', reason: 'unsubscribe', scope: 'domain', scopeId: 'mg.acme.dev', ...common },
      { email: 'c@example.com', reason: 'complaint', scope: 'domain', scopeId: 'mg.acme.dev', ...common },
    ]);
    expect(lines()[1]).toBe(`GET ${base}/bounces?page=next&address=a@example.com&limit=1`);
  });

  it('resumes at a cursor, and lists one kind', async () => {
    const { email, lines } = clientWith([page([])]);
    await collect(email.suppressions.list({ cursor: 'complaints?page=next' }));
    await collect(email.suppressions.list({ reason: 'unsubscribe' }));
    expect(lines()).toEqual([`GET ${base}/complaints?page=next`, `GET ${base}/unsubscribes?limit=100`]);
    const wrong = collect(email.suppressions.list({ cursor: 'whitelists' }));
    await expect(wrong).rejects.toMatchObject({ code: 'invalid-input' });
  });

  it('checks all kinds', async () => {
    const missing = { status: 404, json: { message: 'Address not found in bounces table' } };
    const found = { json: { address: 'a@example.com', tag: '*', created_at: createdAt } };
    const { email, lines } = clientWith([missing, found, missing]);
    expect(await email.suppressions.check('a@example.com')).toMatchObject([{ reason: 'unsubscribe' }]);
    expect(lines()).toEqual(
      ['bounces', 'unsubscribes', 'complaints'].map((name) => `GET ${base}/${name}/a%40example.com`),
    );
  });

  it('adds, by default as unsubscribed, and removes', async () => {
    const { email, lines, forms } = clientWith([{ json: { message: 'done', address: 'a@example.com' } }]);
    const address = 'a@example.com';
    await email.suppressions.add({ email: address });
    await email.suppressions.add({ email: address, scopeId: 'news' });
    await email.suppressions.add({ email: address, reason: 'complaint' });
    await email.suppressions.remove({ email: address, reason: 'hard-bounce', scopeId: 'mg.acme.dev' });
    await email.suppressions.remove({ email: address, scopeId: 'news' });
    await email.suppressions.remove({ email: address });
    expect(lines()).toEqual([
      `POST ${base}/unsubscribes`,
      `POST ${base}/unsubscribes`,
      `POST ${base}/complaints`,
      `DELETE ${base}/bounces/a%40example.com`,
      `DELETE ${base}/unsubscribes/a%40example.com?tag=news`,
      `DELETE ${base}/bounces/a%40example.com`,
      `DELETE ${base}/unsubscribes/a%40example.com`,
      `DELETE ${base}/complaints/a%40example.com`,
    ]);
    expect(forms().slice(0, 3)).toEqual([{ address }, { address, tag: 'news' }, { address }]);
  });

  it.each<[string, object]>([
    ['a reason that Mailgun lacks', { reason: 'manual' }],
    ['a tag of a bounce', { reason: 'hard-bounce', scopeId: 'news' }],
  ])('refuses %s', async (_what, extra) => {
    const { email, lines } = clientWith();
    const added = email.suppressions.add({ email: 'a@example.com', ...extra });
    await expect(added).rejects.toMatchObject({ code: 'unsupported', outcome: 'not-sent' });
    expect(lines()).toEqual([]);
  });
});

const list = {
  address: 'dev@mg.acme.dev',
  name: '',
  description: 'Developers',
  members_count: 2,
  created_at: 'Tue, 06 Mar 2012 05:44:45 GMT',
  access_level: 'readonly',
};

describe('mailgun: mailing lists', () => {
  it('creates, reads, changes and deletes; a list is an address', async () => {
    const { email, lines, forms } = clientWith([{ json: { list, address: list.address, message: 'done' } }]);
    const providerOptions = {
      mailgun: { address: 'dev@mg.acme.dev', accessLevel: 'members', replyPreference: 'list' },
    };
    const neutralList = {
      id: 'dev@mg.acme.dev',
      name: 'dev@mg.acme.dev',
      description: 'Developers',
      memberCount: 2,
      createdAt: new Date('2012-03-06T05:44:45Z'),
    };
    expect(await email.lists.create({ name: 'Dev', description: 'D', providerOptions })).toEqual(neutralList);
    expect(await email.lists.get('dev@mg.acme.dev')).toEqual(neutralList);
    await email.lists.update('dev@mg.acme.dev', { name: 'New' });
    await email.lists.delete('dev@mg.acme.dev');
    const path = '/v3/lists/dev%40mg.acme.dev';
    expect(lines()).toEqual(['POST /v3/lists', `GET ${path}`, `PUT ${path}`, `DELETE ${path}`]);
    expect([forms()[0], forms()[2]]).toEqual([
      {
        name: 'Dev',
        description: 'D',
        address: 'dev@mg.acme.dev',
        access_level: 'members',
        reply_preference: 'list',
      },
      { name: 'New' },
    ]);
  });

  it.each([
    {},
    { providerOptions: { mailgun: { address: 'no address' } } },
    { providerOptions: { mailgun: { address: 'a@b.dev', accesLevel: 'members' } } },
  ])('refuses a list with %j', async (extra) => {
    const { email, lines } = clientWith();
    await expect(email.lists.create({ name: 'Dev', ...extra })).rejects.toMatchObject({
      code: 'invalid-input',
    });
    expect(lines()).toEqual([]);
  });

  it('lists the members', async () => {
    const member = { address: 'bar@example.com', name: 'Foo Bar', subscribed: false, vars: { age: 26 } };
    const next = {
      next: `${origin}/v3/lists/dev@mg.acme.dev/members/pages?page=next&address=bar@example.com&limit=1`,
    };
    const { email, lines } = clientWith([
      { json: { items: [member], paging: next } },
      { json: { items: [], paging: next } },
    ]);
    expect(await collect(email.lists.members('dev@mg.acme.dev', { pageSize: 1 }))).toEqual([
      {
        id: 'bar@example.com',
        email: 'bar@example.com',
        subscribed: false,
        fields: { name: 'Foo Bar', age: 26 },
      },
    ]);
    const path = '/v3/lists/dev%40mg.acme.dev/members/pages';
    expect(lines()).toEqual([`GET ${path}?limit=1`, `GET ${path}?page=next&address=bar@example.com&limit=1`]);
  });

  it('adds members in requests of 1000, and removes them one by one', async () => {
    const member = { address: 'a0@example.com' };
    const { email, forms, lines } = clientWith([{ json: { list, member, message: 'done' } }]);
    const emails = Array.from({ length: 1_001 }, (_, index) => `a${index}@example.com`);
    expect(await email.lists.addMembers('dev@mg.acme.dev', emails)).toEqual({ state: 'done' });
    expect(forms().map(({ members, upsert }) => [JSON.parse(String(members)).length, upsert])).toEqual([
      [1_000, 'yes'],
      [1, 'yes'],
    ]);
    await email.lists.removeMembers('dev@mg.acme.dev', ['a0@example.com']);
    expect(lines().at(-1)).toBe('DELETE /v3/lists/dev%40mg.acme.dev/members/a0%40example.com');
  });

  it('says when Mailgun adds them later', async () => {
    const { email } = clientWith([{ json: { list, 'task-id': 't1' } }]);
    expect(await email.lists.addMembers('a@b.dev', ['c@d.dev'])).toEqual({ state: 'pending', jobId: 't1' });
  });
});

const event = (name: string, at: number, extra: object = {}) => ({
  event: name,
  id: `${name}-${at}`,
  timestamp: at,
  recipient: 'bob@example.com',
  message: { headers: { 'message-id': 'm1@mg.acme.dev' } },
  ...extra,
});

describe('mailgun: messages', () => {
  it('makes a message from its events', async () => {
    const items = [
      event('delivered', 3),
      event('accepted', 2),
      event('delivered', 2.5, { recipient: 'cat@example.com' }),
    ];
    const { email, lines } = clientWith([{ json: { items, paging: {} } }]);
    expect(await email.messages.get('m1@mg.acme.dev')).toMatchObject({
      id: 'm1@mg.acme.dev',
      status: 'delivered',
      recipients: [
        { recipient: 'bob@example.com', status: 'delivered' },
        { recipient: 'cat@example.com', status: 'delivered' },
      ],
      events: [{ type: 'queued' }, { timestamp: new Date(2_500) }, { timestamp: new Date(3_000) }],
    });
    expect(lines()).toEqual([`GET ${base}/events?message-id=m1@mg.acme.dev&limit=300`]);
  });

  it('knows no message without events', async () => {
    const { email } = clientWith([{ json: { items: [], paging: {} } }]);
    await expect(email.messages.get('x')).rejects.toMatchObject({ code: 'not-found' });
  });

  it('follows the token of the next page on the configured origin', async () => {
    const items = [
      event('failed', 5, { severity: 'temporary' }),
      event('failed', 6, { severity: 'permanent' }),
    ];
    const paging = { next: `https://elsewhere.example/v3/mg.acme.dev/events/W3siYiI6ICIy_-=` };
    const { email, lines } = clientWith([{ json: { items, paging } }, { json: { items: [], paging } }]);
    const [from, to] = [new Date(5_000), new Date(7_000)];
    const found = await collect(
      email.messages.events({ type: 'deferred', recipient: 'bob@example.com', from, to, pageSize: 2 }),
    );
    expect(found.map(({ type }) => type)).toEqual(['deferred']);
    expect(lines()).toEqual([
      `GET ${base}/events?event=failed&severity=temporary&recipient=bob@example.com&begin=5&end=7` +
        '&ascending=yes&limit=2',
      `GET ${base}/events/W3siYiI6ICIy_-=`,
    ]);
  });

  it('keeps an event that it does not understand', async () => {
    const { email } = clientWith([{ json: { items: [{ event: 7 }], paging: {} } }]);
    const [unknown, ...more] = await collect(email.messages.events());
    expect([unknown?.type, unknown?.raw, more]).toEqual(['unknown', { event: 7 }, []]);
  });

  it('goes from an end into the past, and refuses an event that Mailgun does not report', async () => {
    const { email, lines } = clientWith([{ json: { items: [], paging: {} } }]);
    await collect(email.messages.events({ to: new Date(7_000) }));
    expect(lines()).toEqual([`GET ${base}/events?begin=7&ascending=no&limit=100`]);
    const wrong = collect(email.messages.events({ type: 'autoreplied' }));
    await expect(wrong).rejects.toMatchObject({ code: 'unsupported' });
  });
});

describe('mailgun: webhooks that its API manages', () => {
  const url = 'https://acme.dev/hook';
  const webhooks = {
    opened: { urls: [url, 'https://b.dev'] },
    permanent_fail: { urls: [url] },
    delivered: null,
  };

  it('creates one for several events', async () => {
    const { email, lines, forms } = clientWith([{ json: { webhooks } }]);
    const created = await email.webhooks.create({ url, events: ['opened', 'bounced', 'suppressed'] });
    expect(created).toEqual({ id: url, url, events: ['bounced', 'suppressed', 'opened'] });
    expect(lines()).toEqual(['POST /v4/domains/mg.acme.dev/webhooks']);
    expect(forms()).toEqual([{ url, event_types: ['opened', 'permanent_fail'] }]);
  });

  it('lists them by URL, and deletes one', async () => {
    const { email, lines } = clientWith([{ json: { webhooks } }]);
    expect((await collect(email.webhooks.list())).map(({ id }) => id)).toEqual([url, 'https://b.dev']);
    await email.webhooks.delete(url);
    expect(lines()).toEqual([
      'GET /v3/domains/mg.acme.dev/webhooks',
      `DELETE /v4/domains/mg.acme.dev/webhooks?url=${url}`,
    ]);
  });

  it('refuses an event that Mailgun does not report', async () => {
    const created = clientWith().email.webhooks.create({ url, events: ['opened', 'autoreplied'] });
    await expect(created).rejects.toMatchObject({ code: 'unsupported', issues: [{ path: 'events[1]' }] });
  });
});

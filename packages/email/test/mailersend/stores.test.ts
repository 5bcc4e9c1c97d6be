import { describe, expect, it } from 'vitest';
import { collect } from '../collect.ts';
import { answerWith, wireOf } from './fake.ts';

const page = (data: readonly object[], next: string | null = null) => ({
  json: { data, links: { first: 'x', next }, meta: { current_page: 1 } },
});
const none = page([]);

describe('mailersend: stores', () => {
  it('templates, page by page', async () => {
    const template = {
      id: 'v69',
      name: 'Welcome',
      type: 'html',
      image_path: null,
      created_at: '2020-12-04T09:13:43.000000Z',
    };
    const { email, requests } = answerWith(page([template], 'https://x?page=3'), page([template]));
    const found = await collect(email.templates.list({ pageSize: 1, cursor: '2' }));
    expect(found).toHaveLength(2);
    expect(found[0]).toEqual({ id: 'v69', name: 'Welcome', createdAt: new Date('2020-12-04T09:13:43Z') });
    expect(requests.map(wireOf)).toEqual([
      ['GET /v1/templates?limit=10&page=2'],
      ['GET /v1/templates?limit=10&page=3'],
    ]);
    await expect(collect(email.templates.list({ search: 'a' }))).rejects.toMatchObject({
      code: 'unsupported',
    });
    await expect(collect(email.templates.list({ cursor: '0' }))).rejects.toMatchObject({
      code: 'invalid-input',
    });
  });

  it('suppressions, one list after the other', async () => {
    const created_at = '2021-07-16T12:13:13.000000Z';
    const recipient = { id: '1', email: 'a@example.com', created_at, domain: { id: 'z3m5jgr' } };
    const { email, requests } = answerWith(
      page([{ id: '1', type: 'pattern', pattern: '.*@example.com', domain: { id: 'z3m5jgr' }, created_at }]),
      page([{ id: '2', reason: 'Unknown user', recipient, created_at }], 'https://x?page=2'),
      none,
      page([{ id: '3', recipient, created_at }]),
      page([{ id: '4', reason: 'option_3', readable_reason: 'Too many emails', recipient, created_at }]),
      page([{ id: '5', recipient: { email: 'b@example.com' }, created_at }]),
    );
    const found = await collect(email.suppressions.list());
    expect(
      found.map((each) => [each.email, each.reason, each.scope, each.scopeId, each.description]),
    ).toEqual([
      ['.*@example.com', 'manual', 'domain', 'z3m5jgr', undefined],
      ['a@example.com', 'hard-bounce', 'domain', 'z3m5jgr', 'Unknown user'],
      ['a@example.com', 'complaint', 'domain', 'z3m5jgr', undefined],
      ['a@example.com', 'unsubscribe', 'domain', 'z3m5jgr', 'Too many emails'],
      ['b@example.com', 'block', 'account', undefined, undefined],
    ]);
    expect(requests.map(({ url }) => url.pathname.slice(17) + url.search)).toEqual([
      'blocklist?limit=100&page=1',
      'hard-bounces?limit=100&page=1',
      'hard-bounces?limit=100&page=2',
      'spam-complaints?limit=100&page=1',
      'unsubscribes?limit=100&page=1',
      'on-hold-list?limit=100&page=1',
    ]);
  });

  it('suppressions of one reason and one domain, resumed from a cursor', async () => {
    const { email, requests } = answerWith(none);
    await collect(email.suppressions.list({ reason: 'complaint', scopeId: 'z3m5jgr' }));
    await collect(email.suppressions.list({ cursor: 'on-hold-list:4' }));
    expect(requests.map(wireOf)).toEqual([
      ['GET /v1/suppressions/spam-complaints?domain_id=z3m5jgr&limit=100&page=1'],
      ['GET /v1/suppressions/on-hold-list?limit=100&page=4'],
    ]);
    await expect(collect(email.suppressions.list({ cursor: 'x:1' }))).rejects.toMatchObject({
      code: 'invalid-input',
    });
    await expect(collect(email.suppressions.list({ reason: 'invalid' }))).rejects.toMatchObject({
      code: 'unsupported',
    });
  });

  it('adds and removes suppressions', async () => {
    const found = page([{ id: '2', recipient: { email: 'a@example.com' } }]);
    const { email, requests } = answerWith({ status: 201, ...page([{ id: '1' }]) }, found, { json: {} });
    await email.suppressions.add({ email: 'a@example.com', reason: 'unsubscribe', scopeId: 'z3m5jgr' });
    await email.suppressions.remove({ email: 'a@example.com', reason: 'unsubscribe', scopeId: 'z3m5jgr' });
    expect(requests.map(wireOf)).toEqual([
      ['POST /v1/suppressions/unsubscribes', { domain_id: 'z3m5jgr', recipients: ['a@example.com'] }],
      ['GET /v1/suppressions/unsubscribes?domain_id=z3m5jgr&limit=100&page=1'],
      ['DELETE /v1/suppressions/unsubscribes', { domain_id: 'z3m5jgr', ids: ['2'] }],
    ]);
    for (const reason of ['block', 'invalid', 'other'] as const)
      await expect(email.suppressions.add({ email: 'a@example.com', reason })).rejects.toMatchObject({
        code: 'unsupported',
        outcome: 'not-sent',
      });
  });

  it('a message has the state that all of its mails have', async () => {
    const message = (...states: string[]) => ({
      json: {
        data: {
          id: '5e',
          emails: states.map((status) => ({ status, subject: 'Hi' })),
          created_at: '2020-12-04T09:13:43Z',
        },
      },
    });
    const { email } = answerWith(
      message('delivered', 'delivered'),
      message('sent', 'hard_bounced'),
      message(),
    );
    const get = async () => (await email.messages.get('5e')).status;
    expect([await get(), await get(), await get()]).toEqual(['delivered', 'unknown', 'queued']);
  });

  // mailersend-python, recorded in July 2025: a 404 in other words than "not found".
  it('a cancellation that comes too late is a conflict', async () => {
    const late = { message: 'This message is scheduled to be sent shortly or has already been sent.' };
    const answers = [late, { message: 'Resource not found.' }].map((json) => ({ status: 404, json }));
    const { email } = answerWith(...answers);
    await expect(email.messages.cancel('5e')).rejects.toMatchObject({
      code: 'conflict',
      outcome: 'not-sent',
    });
    await expect(email.messages.cancel('5e')).rejects.toMatchObject({ code: 'not-found' });
  });

  it('webhooks of the domain', async () => {
    const webhook = {
      id: '2351ndgwr4zqx8ko',
      url: 'https://acme.dev/hook',
      events: ['activity.deferred', 'activity.hard_bounced'],
      name: 'Mail',
      enabled: true,
    };
    const { email, requests } = answerWith({ status: 201, json: { data: webhook } }, page([webhook]));
    const events = ['deferred', 'bounced'] as const;
    const created = await email.webhooks.create({ url: 'https://acme.dev/hook', events, name: 'Mail' });
    expect(created).toEqual({ id: webhook.id, url: webhook.url, events, name: 'Mail', enabled: true });
    expect(await collect(email.webhooks.list())).toEqual([created]);
    expect(requests.map(wireOf)).toEqual([
      [
        'POST /v1/webhooks',
        {
          url: 'https://acme.dev/hook',
          name: 'Mail',
          events: ['activity.deferred', 'activity.hard_bounced', 'activity.soft_bounced'],
          domain_id: 'z3m5jgr',
          enabled: true,
        },
      ],
      ['GET /v1/webhooks?domain_id=z3m5jgr&limit=100&page=1'],
    ]);
    const versioned = answerWith({ status: 201, json: { data: webhook } });
    const ofVersion = (version: unknown) =>
      versioned.email.webhooks.create({
        url: 'https://acme.dev/hook',
        events,
        providerOptions: { mailersend: { version } },
      });
    await ofVersion(2);
    expect(versioned.requests.map(wireOf)).toMatchObject([['POST /v1/webhooks', { version: 2 }]]);
    await expect(ofVersion(3)).rejects.toMatchObject({
      code: 'invalid-input',
      issues: [{ path: 'providerOptions.mailersend.version' }],
    });
    const wrong = email.webhooks.create({ url: 'https://acme.dev/hook', events: ['inbound'] });
    await expect(wrong).rejects.toMatchObject({ code: 'unsupported', issues: [{ path: 'events[0]' }] });
  });
});

import type { Answer } from '@org/core/testing';
import { describe, expect, it } from 'vitest';
import { clientWith } from './client.ts';

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/** A client, and what it requested: `METHOD path?query`, and the body. */
function recorded(...answers: readonly Answer[]) {
  const { email, transport, bodies } = clientWith(...answers);
  const lines = () =>
    transport.requests.map(({ method, url }) => `${method} ${url.pathname}${decodeURIComponent(url.search)}`);
  return { email, lines, bodies };
}

const template = {
  Name: 'Onboarding Email',
  TemplateId: 1234,
  Subject: 'Hi there, {{Name}}',
  HtmlBody: '<p>Hello {{Name}}</p>',
  TextBody: null,
  AssociatedServerId: 1,
  Active: true,
  Alias: 'onboarding',
  TemplateType: 'Standard',
  LayoutTemplate: null,
};
const neutral = {
  id: '1234',
  name: 'Onboarding Email',
  subject: 'Hi there, {{Name}}',
  html: '<p>Hello {{Name}}</p>',
  status: 'active',
};

describe('postmark: templates', () => {
  it('creates one, and knows its content from the input', async () => {
    const { email, lines, bodies } = recorded({
      json: { TemplateId: 1234, Name: 'A', Active: true, Alias: null },
    });
    const input = { name: 'A', subject: 'S', html: '<p>', text: 'T' };
    expect(await email.templates.create(input)).toEqual({ id: '1234', status: 'active', ...input });
    expect([lines(), bodies()]).toEqual([
      ['POST /templates'],
      [{ Name: 'A', Subject: 'S', HtmlBody: '<p>', TextBody: 'T' }],
    ]);
  });

  it.each([
    { from: 'ann@acme.dev' },
    { replyTo: 'ann@acme.dev' },
    { description: 'x' },
    { kind: 'marketing' } as const,
  ])('refuses %o: Postmark has no such field', async (extra) => {
    const { email, lines } = recorded({ json: template });
    const created = email.templates.create({ name: 'A', subject: 'S', html: '<p>', ...extra });
    await expect(created).rejects.toMatchObject({ code: 'unsupported', outcome: 'not-sent' });
    expect(lines()).toEqual([]);
  });

  it('reads one by id or alias', async () => {
    const { email, lines } = recorded({ json: template });
    expect(await email.templates.get('a/b')).toEqual(neutral);
    expect(lines()).toEqual(['GET /templates/a%2Fb']);
  });

  it('changes the given fields and returns the whole template', async () => {
    const { email, lines, bodies } = recorded(
      { json: template },
      { json: { TemplateId: 1234, Name: 'New', Active: true, Alias: null } },
    );
    expect(await email.templates.update('1234', { name: 'New' })).toEqual({ ...neutral, name: 'New' });
    expect(lines()).toEqual(['GET /templates/1234', 'PUT /templates/1234']);
    expect(bodies()).toEqual([{ Name: 'New' }]);
  });

  it('lists page by page, and resumes at a cursor', async () => {
    const page = { TotalCount: 3, Templates: [template, template] };
    const { email, lines } = recorded({ json: page }, { json: { TotalCount: 3, Templates: [template] } });
    const cursors: unknown[] = [];
    for await (const { nextCursor } of email.templates.list({ pageSize: 2 }).pages())
      cursors.push(nextCursor);
    expect(cursors).toEqual(['2', undefined]);
    expect((await collect(email.templates.list({ cursor: '2' }))).length).toBe(1);
    expect(lines()).toEqual([
      'GET /templates?Count=2&Offset=0&TemplateType=Standard',
      'GET /templates?Count=2&Offset=2&TemplateType=Standard',
      'GET /templates?Count=100&Offset=2&TemplateType=Standard',
    ]);
  });

  it('deletes one', async () => {
    const { email, lines } = recorded({ json: { ErrorCode: 0, Message: 'Template 1234 removed.' } });
    await email.templates.delete('1234');
    expect(lines()).toEqual(['DELETE /templates/1234']);
  });

  it('renders one, and rejects when it cannot be rendered', async () => {
    const section = (RenderedContent: string, ...problems: string[]) => ({
      ContentIsValid: problems.length === 0,
      ValidationErrors: problems.map((Message) => ({ Message, Line: 1, CharacterPosition: 1 })),
      RenderedContent,
    });
    const rendered = {
      AllContentIsValid: true,
      Subject: section('Hi'),
      HtmlBody: section('<p>Hi</p>'),
      TextBody: null,
    };
    const { email, bodies } = recorded(
      { json: template },
      { json: { ...rendered, SuggestedTemplateModel: {} } },
    );
    expect(await email.templates.render('1234', { Name: 'Bob' })).toEqual({
      subject: 'Hi',
      html: '<p>Hi</p>',
    });
    expect(bodies()).toEqual([
      { Subject: template.Subject, HtmlBody: template.HtmlBody, TestRenderModel: { Name: 'Bob' } },
    ]);
    const broken = { AllContentIsValid: false, Subject: section('', 'The {{ is not closed.') };
    await expect(
      recorded({ json: template }, { json: broken }).email.templates.render('1'),
    ).rejects.toMatchObject({
      code: 'bad-request',
      message: expect.stringContaining('The {{ is not closed.'),
    });
  });
});

const dump = (...reasons: readonly (readonly [reason: string, origin: string, at: string])[]) => ({
  Suppressions: reasons.map(([SuppressionReason, Origin, CreatedAt], index) => ({
    EmailAddress: `a${index}@example.com`,
    SuppressionReason,
    Origin,
    CreatedAt,
  })),
});
const streams = {
  TotalCount: 3,
  MessageStreams: [
    { ID: 'outbound', MessageStreamType: 'Transactional' },
    { ID: 'inbound', MessageStreamType: 'Inbound' },
    { ID: 'news', MessageStreamType: 'Broadcasts' },
  ],
};

describe('postmark: suppressions', () => {
  it('reads all reasons; that of a complaint stays', async () => {
    const json = dump(
      ['HardBounce', 'Recipient', '2019-12-17T08:58:33-05:00'],
      ['SpamComplaint', 'Recipient', '2019-12-17T08:58:33-05:00'],
      ['ManualSuppression', 'Recipient', '2019-12-17T08:58:33-05:00'],
      ['ManualSuppression', 'Customer', '2019-12-17T08:58:33-05:00'],
      ['Other', 'Admin', 'no time'],
    );
    const { email, lines } = recorded({ json });
    const found = await collect(email.suppressions.list({ scopeId: 'news' }));
    expect(found[0]).toEqual({
      email: 'a0@example.com',
      reason: 'hard-bounce',
      scope: 'stream',
      scopeId: 'news',
      removable: true,
      createdAt: new Date('2019-12-17T13:58:33Z'),
    });
    expect(found.map(({ reason, removable }) => [reason, removable])).toEqual([
      ['hard-bounce', true],
      ['complaint', false],
      ['unsubscribe', true],
      ['manual', true],
      ['other', true],
    ]);
    expect(lines()).toEqual(['GET /message-streams/news/suppressions/dump']);
  });

  it('filters by reason and time', async () => {
    const json = dump(
      ['ManualSuppression', 'Recipient', '2026-01-02T00:00:00Z'],
      ['ManualSuppression', 'Customer', '2026-01-02T00:00:00Z'],
      ['ManualSuppression', 'Recipient', '2026-01-03T00:00:00Z'],
    );
    const { email, lines } = recorded({ json });
    const [from, to] = [new Date('2026-01-02T00:00:00Z'), new Date('2026-01-03T00:00:00Z')];
    const found = await collect(
      email.suppressions.list({ reason: 'unsubscribe', from, to, scopeId: 'outbound' }),
    );
    expect(found.map(({ email: address }) => address)).toEqual(['a0@example.com']);
    expect(lines()).toEqual([
      'GET /message-streams/outbound/suppressions/dump?SuppressionReason=ManualSuppression' +
        '&fromdate=2026-01-01&todate=2026-01-04',
    ]);
  });

  it('lists every stream that sends, a page each', async () => {
    const one = { json: dump(['HardBounce', 'Recipient', '2026-01-02T00:00:00Z']) };
    const { email, lines } = recorded({ json: streams }, one, { json: streams }, one, { json: streams }, one);
    const pages: unknown[] = [];
    for await (const { items, nextCursor } of email.suppressions.list().pages())
      pages.push([items.map(({ scopeId }) => scopeId), nextCursor]);
    expect(pages).toEqual([
      [['outbound'], 'news'],
      [['news'], undefined],
    ]);
    expect(
      (await collect(email.suppressions.list({ cursor: 'news' }))).map(({ scopeId }) => scopeId),
    ).toEqual(['news']);
    expect(lines().slice(0, 4)).toEqual([
      'GET /message-streams',
      'GET /message-streams/outbound/suppressions/dump',
      'GET /message-streams',
      'GET /message-streams/news/suppressions/dump',
    ]);
  });

  it('checks an address in every stream', async () => {
    const found = { json: dump(['HardBounce', 'Recipient', '2026-01-02T00:00:00Z']) };
    const { email, lines } = recorded({ json: streams }, { json: dump() }, found);
    expect(await email.suppressions.check('a0@example.com')).toMatchObject([{ scopeId: 'news' }]);
    expect(lines()).toEqual([
      'GET /message-streams',
      'GET /message-streams/outbound/suppressions/dump?EmailAddress=a0@example.com',
      'GET /message-streams/news/suppressions/dump?EmailAddress=a0@example.com',
    ]);
  });

  const written = (Status: string, Message: string | null = null) => ({
    json: { Suppressions: [{ EmailAddress: 'a@example.com', Status, Message }] },
  });

  it('adds and removes', async () => {
    const { email, lines, bodies } = recorded(written('Suppressed'), written('Deleted'));
    await email.suppressions.add({ email: 'a@example.com' });
    await email.suppressions.remove({ email: 'a@example.com', scopeId: 'news' });
    expect(lines()).toEqual([
      'POST /message-streams/outbound/suppressions',
      'POST /message-streams/news/suppressions/delete',
    ]);
    expect(bodies()).toEqual(Array(2).fill({ Suppressions: [{ EmailAddress: 'a@example.com' }] }));
  });

  it('rejects when Postmark states a failure in its 200', async () => {
    const { email } = recorded(written('Failed', 'You do not have the authority to change a@example.com.'));
    const error = await email.suppressions
      .remove({ email: 'a@example.com' })
      .catch((caught: unknown) => caught);
    expect(error).toMatchObject({ code: 'bad-request', outcome: 'not-sent' });
    expect(String(error)).toContain('You do not have the authority to change [address]');
  });

  it.each([
    ['add', 'hard-bounce'],
    ['remove', 'complaint'],
  ] as const)('refuses to %s a suppression for %s', async (method, reason) => {
    const { email, lines } = recorded(written('Suppressed'));
    await expect(email.suppressions[method]({ email: 'a@example.com', reason })).rejects.toMatchObject({
      code: 'unsupported',
    });
    expect(lines()).toEqual([]);
  });
});

const details = {
  Tag: 'Invitation',
  MessageID: '0ac29aee-e1cd-480d-b08d-4f48548ff48d',
  MessageStream: 'outbound',
  Recipients: ['john.doe@yahoo.com', 'badrecipient@example.com'],
  ReceivedAt: '2014-02-20T07:25:01.4178645-05:00',
  From: '"Joe" <joe@domain.com>',
  Subject: 'staging',
  Status: 'Sent',
  Metadata: { color: 'blue' },
  MessageEvents: [
    {
      Recipient: 'john.doe@yahoo.com',
      Type: 'Delivered',
      ReceivedAt: '2014-02-14T11:13:10.8054242-05:00',
      Details: { DeliveryMessage: 'smtp;250 2.0.0 OK', DestinationServer: 'yahoo-smtp-in.l.yahoo.com' },
    },
    {
      Recipient: 'john.doe@yahoo.com',
      Type: 'Transient',
      ReceivedAt: '2014-02-14T11:12:10.8054242-05:00',
      Details: { DeliveryMessage: 'smtp;400 Server cannot accept messages at this time' },
    },
    {
      Recipient: 'john.doe@yahoo.com',
      Type: 'Opened',
      ReceivedAt: '2014-02-14T11:20:10.8054242-05:00',
      Details: { Summary: 'Email opened with Mozilla/5.0' },
    },
    {
      Recipient: 'badrecipient@example.com',
      Type: 'Bounced',
      ReceivedAt: '2014-02-14T11:20:15.8054242-05:00',
      Details: { Summary: 'smtp;550 5.1.1 The email account does not exist', BounceID: '374814878' },
    },
    {
      Recipient: 'badrecipient@example.com',
      Type: 'SubscriptionChanged',
      ReceivedAt: '2014-02-14T11:21:15.8054242-05:00',
      Details: { Origin: 'Recipient', SuppressSending: 'True' },
    },
    {
      Recipient: 'john.doe@yahoo.com',
      Type: 'LinkClicked',
      ReceivedAt: '2016-10-05T16:03:56.0000000-04:00',
      Details: { Link: 'https://example.com/a', ClickLocation: 'HTML' },
    },
  ],
};

describe('postmark: messages', () => {
  it('reads a message with its events, the oldest first', async () => {
    const { email, lines } = recorded({ json: details });
    const message = await email.messages.get(details.MessageID);
    expect(message).toMatchObject({
      id: details.MessageID,
      status: 'clicked',
      subject: 'staging',
      createdAt: new Date('2014-02-20T12:25:01.417Z'),
      recipients: [
        { recipient: 'john.doe@yahoo.com', status: 'clicked' },
        { recipient: 'badrecipient@example.com', status: 'unsubscribed' },
      ],
    });
    expect(message.events?.map(({ type }) => type)).toEqual([
      'deferred',
      'delivered',
      'opened',
      'bounced',
      'unsubscribed',
      'clicked',
    ]);
    expect(message.events?.[3]).toMatchObject({
      provider: 'postmark',
      messageId: details.MessageID,
      timestamp: new Date('2014-02-14T16:20:15.805Z'),
      bounce: { smtpCode: '550', enhancedCode: '5.1.1', class: 'undetermined' },
      tags: [{ name: 'Invitation' }],
      metadata: { color: 'blue' },
      raw: details.MessageEvents[3],
    });
    expect(message.events?.[5]?.click).toEqual({ url: 'https://example.com/a' });
    expect(lines()).toEqual([`GET /messages/outbound/${details.MessageID}/details`]);
  });

  it.each([
    ['Queued', 'queued'],
    ['Sent', 'sent'],
  ])('says %s before the first event', async (Status, status) => {
    const { email } = recorded({ json: { ...details, Status, MessageEvents: [] } });
    expect((await email.messages.get('x')).status).toBe(status);
  });

  it('filters the events of a message', async () => {
    const { email } = recorded({ json: details });
    const found = (filter: object) => collect(email.messages.events({ messageId: 'x', ...filter }));
    expect((await found({ recipient: 'BadRecipient@example.com' })).length).toBe(2);
    expect((await found({ type: 'opened' })).length).toBe(1);
    const [from, to] = [new Date('2014-02-14T16:13:00Z'), new Date('2014-02-14T16:20:10.805Z')];
    expect((await found({ from, to })).map(({ type }) => type)).toEqual(['delivered']);
  });

  it('finds events without a message id, a page of messages at a time', async () => {
    const page = { TotalCount: 2, Messages: [{ MessageID: 'one' }] };
    const { email, lines } = recorded(
      { json: page },
      { json: details },
      { json: { TotalCount: 2, Messages: [{ MessageID: 'two' }] } },
      { json: details },
    );
    expect(
      (await collect(email.messages.events({ pageSize: 1, recipient: 'john.doe@yahoo.com' }))).length,
    ).toBe(8);
    expect(lines()).toEqual([
      'GET /messages/outbound?count=1&offset=0&recipient=john.doe@yahoo.com',
      'GET /messages/outbound/one/details',
      'GET /messages/outbound?count=1&offset=1&recipient=john.doe@yahoo.com',
      'GET /messages/outbound/two/details',
    ]);
  });
});

describe('postmark: webhooks that its API manages', () => {
  const enabled = { Enabled: true };
  const endpoint = {
    ID: 1234567,
    Url: 'https://www.example.com/webhook-test',
    MessageStream: 'outbound',
    Triggers: {
      Open: { ...enabled, PostFirstOpenOnly: false },
      Click: { Enabled: false },
      Delivery: enabled,
    },
  };

  it('creates one, with the credentials of the URL', async () => {
    const { email, lines, bodies } = recorded({ json: endpoint });
    const created = await email.webhooks.create({
      url: 'https://any:s%40cret@www.example.com/webhook-test',
      events: ['opened', 'delivered', 'bounced', 'deferred', 'complained', 'unsubscribed'],
    });
    expect(created).toEqual({ id: '1234567', url: endpoint.Url, events: ['opened', 'delivered'] });
    expect(lines()).toEqual(['POST /webhooks']);
    expect(bodies()).toEqual([
      {
        Url: 'https://www.example.com/webhook-test',
        HttpAuth: { Username: 'any', Password: 's@cret' },
        Triggers: {
          Open: enabled,
          Delivery: enabled,
          Bounce: enabled,
          SpamComplaint: enabled,
          SubscriptionChange: enabled,
        },
      },
    ]);
  });

  it('refuses an event that Postmark does not report', async () => {
    const { email, lines } = recorded({ json: endpoint });
    const created = email.webhooks.create({ url: 'https://acme.dev', events: ['opened', 'queued'] });
    await expect(created).rejects.toMatchObject({ code: 'unsupported', issues: [{ path: 'events[1]' }] });
    expect(lines()).toEqual([]);
  });

  it('lists and deletes', async () => {
    const { email, lines } = recorded(
      { json: { Webhooks: [endpoint] } },
      { json: { ErrorCode: 0, Message: 'OK' } },
    );
    expect((await collect(email.webhooks.list())).map(({ id }) => id)).toEqual(['1234567']);
    await email.webhooks.delete('1234567');
    expect(lines()).toEqual(['GET /webhooks', 'DELETE /webhooks/1234567']);
  });
});

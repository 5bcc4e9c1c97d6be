import type { FakeHttpAnswer } from '@org/core/testing';
import type { EmailMessage } from '@org/email';
import { describe, expect, it } from 'vitest';
import { prepareMessage } from '../../src/model/message/read-message.ts';
import { accepted, createClient, message } from './client.ts';

const id = expect.stringMatching(/^[0-9a-f-]{36}$/);
const arguments_ = { org_message_id: id };
const to = [{ email: 'bob@example.com' }];

/** The JSON of `POST /v3/mail/send` for a message with these fields. */
async function requestOf(fields: object): Promise<unknown> {
  const { email, transport } = createClient([accepted]);
  await email.send({ ...message, ...fields } as EmailMessage);
  expect(transport.requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
    'POST https://api.sendgrid.com/v3/mail/send',
  ]);
  return transport.requests[0]?.json();
}

const plain = {
  personalizations: [{ to, custom_args: arguments_ }],
  from: { email: 'ann@acme.dev', name: 'Ann' },
  subject: 'Hi',
  content: [{ type: 'text/html', value: '<p>Hi</p>' }],
};

describe('a mail for SendGrid', () => {
  it('has every field of the message as the OpenAPI document spells it', async () => {
    const json = await requestOf({
      to: ['Bob <bob@example.com>', 'cat@example.com'],
      cc: 'dan@example.com',
      bcc: '"Lee, Eve" <eve@example.com>',
      replyTo: 'help@acme.dev',
      subject: 'Grüße',
      html: '<img src="cid:logo">',
      text: 'Grüße',
      headers: { 'X-Campaign': 'spring' },
      attachments: [
        { filename: 'a.txt', content: 'Hi' },
        { filename: 'logo.png', content: 'png', disposition: 'inline', contentId: 'logo' },
      ],
      tags: ['welcome', { name: 'campaign', value: 'spring' }],
      metadata: { order: '17' },
      tracking: { opens: true, clicks: false },
      stream: '4711',
    });
    expect(json).toEqual({
      personalizations: [
        {
          to: [{ email: 'bob@example.com', name: 'Bob' }, { email: 'cat@example.com' }],
          cc: [{ email: 'dan@example.com' }],
          // SendGrid writes names of recipients as they are: github.com/sendgrid/sendgrid-python/issues/291.
          bcc: [{ email: 'eve@example.com', name: '"Lee, Eve"' }],
          headers: { 'X-Campaign': 'spring' },
          custom_args: { order: '17', org_message_id: id },
        },
      ],
      from: { email: 'ann@acme.dev', name: 'Ann' },
      reply_to: { email: 'help@acme.dev' },
      subject: 'Grüße',
      content: [
        { type: 'text/plain', value: 'Grüße' },
        { type: 'text/html', value: '<img src="cid:logo">' },
      ],
      attachments: [
        { content: 'SGk=', filename: 'a.txt', type: 'text/plain', disposition: 'attachment' },
        {
          content: 'cG5n',
          filename: 'logo.png',
          type: 'image/png',
          disposition: 'inline',
          content_id: 'logo',
        },
      ],
      categories: ['welcome', 'campaign:spring'],
      asm: { group_id: 4711 },
      tracking_settings: {
        click_tracking: { enable: false, enable_text: false },
        open_tracking: { enable: true },
      },
    });
  });

  it.each<[string, object, object]>([
    [
      'several reply addresses',
      { replyTo: ['a@acme.dev', 'B <b@acme.dev>'] },
      { reply_to_list: [{ email: 'a@acme.dev' }, { email: 'b@acme.dev', name: 'B' }] },
    ],
    [
      'a dynamic template',
      {
        subject: undefined,
        html: undefined,
        template: { id: 'd-1', variables: { name: 'Bob', items: [1] } },
      },
      {
        personalizations: [
          { to, custom_args: arguments_, dynamic_template_data: { name: 'Bob', items: [1] } },
        ],
        template_id: 'd-1',
      },
    ],
    [
      'a legacy template',
      { subject: undefined, html: undefined, template: { id: 'a1b2', variables: { '-name-': 'Bob' } } },
      {
        personalizations: [{ to, custom_args: arguments_, substitutions: { '-name-': 'Bob' } }],
        template_id: 'a1b2',
      },
    ],
    ['a pool', { ipPoolName: 'news' }, { ip_pool_name: 'news' }],
    [
      'switches of suppression',
      {
        bypassListManagement: true,
        bypassSpamManagement: false,
        bypassBounceManagement: true,
        bypassUnsubscribeManagement: true,
      },
      {
        mail_settings: {
          bypass_list_management: { enable: true },
          bypass_spam_management: { enable: false },
          bypass_bounce_management: { enable: true },
          bypass_unsubscribe_management: { enable: true },
        },
      },
    ],
    [
      'a footer',
      { footer: { text: 'Bye', html: '<p>Bye</p>' } },
      { mail_settings: { footer: { enable: true, text: 'Bye', html: '<p>Bye</p>' } } },
    ],
    ['no footer', { footer: false }, { mail_settings: { footer: { enable: false } } }],
    [
      'a link to unsubscribe',
      { subscriptionTracking: { text: 'Leave', substitutionTag: '[leave]' } },
      {
        tracking_settings: {
          subscription_tracking: { enable: true, text: 'Leave', substitution_tag: '[leave]' },
        },
      },
    ],
    [
      'parameters of Google Analytics',
      { googleAnalytics: { source: 'a', medium: 'b', term: 'c', content: 'd', campaign: 'e' } },
      {
        tracking_settings: {
          ganalytics: {
            enable: true,
            utm_source: 'a',
            utm_medium: 'b',
            utm_term: 'c',
            utm_content: 'd',
            utm_campaign: 'e',
          },
        },
      },
    ],
  ])('carries %s', async (what, fields, expected) => {
    const isOption = !/template|reply/.test(what);
    const json = await requestOf(isOption ? { providerOptions: { sendgrid: fields } } : fields);
    const { subject: _s, content: _c, ...withoutContent } = plain;
    expect(json).toEqual({ ...(what.includes('template') ? withoutContent : plain), ...expected });
  });

  it('carries options of tracking and of groups beside the fields that they belong to', async () => {
    const json = await requestOf({
      stream: '1',
      tracking: { opens: true, clicks: true },
      providerOptions: {
        sendgrid: { groupsToDisplay: [1, 2], trackClicksInText: true, openTrackingTag: '[pixel]' },
      },
    });
    expect(json).toEqual({
      ...plain,
      asm: { group_id: 1, groups_to_display: [1, 2] },
      tracking_settings: {
        click_tracking: { enable: true, enable_text: true },
        open_tracking: { enable: true, substitution_tag: '[pixel]' },
      },
    });
  });

  it('is known by our id in the result, beside that of SendGrid', async () => {
    const { email, transport } = createClient([accepted]);
    const result = await email.send(message);
    const [request] = transport.requests;
    expect(request?.json()).toMatchObject({
      personalizations: [{ custom_args: { org_message_id: result.messageId } }],
    });
    expect(result.response).toBe('X-Message-Id: 14c5d75ce93');
    expect(request?.headers.get('authorization')).toBe('Bearer SG.good');
  });

  it('is only checked in sandbox mode, which answers 200', async () => {
    const { email, transport } = createClient([{ status: 200 }]);
    const { outcomes } = await email.send({ ...message, sandbox: true });
    expect(transport.requests[0]?.json()).toEqual({
      ...plain,
      mail_settings: { sandbox_mode: { enable: true } },
    });
    expect(outcomes).toMatchObject([{ recipient: 'bob@example.com', status: 'validated' }]);
  });

  it('goes out later in a batch of its own, whose id is enough to cancel it', async () => {
    const batch = { status: 201, json: { batch_id: 'HkJ5yLYULb7Rj8GKSx7u025ouWVlMgAi' } };
    const cancelled = { status: 201, json: { ...batch.json, status: 'cancel' } };
    const { email, transport, runtime } = createClient([batch, accepted, cancelled]);
    const sendAt = new Date(Math.floor(runtime.now() / 1_000) * 1_000 + 3_600_500);
    const { outcomes, messageId = '' } = await email.send({ ...message, sendAt });
    expect(messageId).toBe(batch.json.batch_id);
    expect(outcomes[0]?.status).toBe('scheduled');
    await email.messages.cancel(messageId);
    expect(transport.requests.map(({ method, url }) => `${method} ${url.pathname}`)).toEqual([
      'POST /v3/mail/batch',
      'POST /v3/mail/send',
      'POST /v3/user/scheduled_sends',
    ]);
    expect(transport.requests[1]?.json()).toMatchObject({
      send_at: Math.ceil(sendAt.getTime() / 1_000),
      batch_id: messageId,
      personalizations: [{ custom_args: { org_message_id: messageId } }],
    });
    expect(transport.requests[2]?.json()).toEqual({ batch_id: messageId, status: 'cancel' });
  });

  it.each<[string, FakeHttpAnswer, string]>([
    ['refused', { status: 429 }, 'not-sent'],
    ['in doubt', { status: 500 }, 'unknown'],
  ])('P10: that goes out later and is %s, is not sent as its empty batch is', async (_, answer, outcome) => {
    const batch = { status: 201, json: { batch_id: 'HkJ5yLYULb7Rj8GKSx7u025ouWVlMgAi' } };
    const { email, runtime } = createClient([batch, answer], {}, { retry: false });
    const sendAt = new Date(runtime.now() + 3_600_000);
    const call = email.send({ ...message, sendAt });
    await expect(call).rejects.toMatchObject({ outcome, retryable: outcome === 'not-sent' });
  });

  it('goes to the host of the region, for a subuser', async () => {
    const { email, transport } = createClient([accepted], { region: 'eu', onBehalfOf: 'shop' });
    await email.send(message);
    const [request] = transport.requests;
    expect(request?.url.origin).toBe('https://api.eu.sendgrid.com');
    expect(request?.headers.get('on-behalf-of')).toBe('shop');
  });
});

describe('values that SendGrid takes in one form only', () => {
  // "The attachment type cannot contain ';'": github.com/sendgrid/sendgrid-csharp/issues/386; the method of a
  // calendar is taken, and a charset beside it is not: github.com/sendgrid/sendgrid-nodejs/issues/217.
  it.each([
    ['text/plain; charset=utf-8', 'text/plain'],
    ['text/calendar; charset="utf-8"; method=REQUEST', 'text/calendar; method=REQUEST'],
    ['text/calendar; method=CANCEL', 'text/calendar; method=CANCEL'],
    ['application/ics; method=REQUEST', 'application/ics'],
    ['image/png', 'image/png'],
  ])('the type of a file or an alternative: %s', async (contentType, type) => {
    const attachments = [{ filename: 'a.txt', content: 'x', contentType }];
    const alternatives = [{ contentType, content: 'y' }];
    expect(await requestOf({ attachments, alternatives, text: 'Hi' })).toMatchObject({
      content: [{ type: 'text/plain' }, { type: 'text/html' }, { type, value: 'y' }],
      attachments: [{ type }],
    });
  });

  // Names of recipients are written as they are, those of senders are quoted where they need it:
  // github.com/sendgrid/sendgrid-python/issues/291, github.com/sendgrid/sendgrid-nodejs/issues/1183.
  it.each([
    ['Doe, Bob', '"Doe, Bob"'],
    ['Desk; orders', '"Desk; orders"'],
    ['Bob "B" Doe, Jr', '"Bob \\"B\\" Doe, Jr"'],
    ['Müller, Jörg', '"Müller, Jörg"'],
    ['Jörg Müller', 'Jörg Müller'],
  ])('the name of a recipient, not of a sender: %s', async (name, own) => {
    const box = (address: string) => ({ address, name });
    const [from, replyTo, cat] = ['ann@acme.dev', 'help@acme.dev', 'cat@example.com'].map(box);
    expect(
      await requestOf({ from, replyTo, to: box('bob@example.com'), cc: cat, bcc: box('d@e.dev') }),
    ).toMatchObject({
      personalizations: [{ to: [{ name: own }], cc: [{ name: own }], bcc: [{ name: own }] }],
      from: { name },
      reply_to: { name },
    });
  });
});

describe('a mail that SendGrid cannot carry', () => {
  const option = (options: object) => ({ providerOptions: { sendgrid: options } });
  const hour = 3_600_000;
  it.each<[string, object, string]>([
    ['an own header of SendGrid', { headers: { 'X-SG-EID': 'x' } }, 'unsupported'],
    ['a header of the transport', { headers: { 'DKIM-Signature': 'x' } }, 'invalid-input'],
    ['a group that is not a number', { stream: 'news' }, 'invalid-input'],
    ['a long category', { tags: ['x'.repeat(256)] }, 'invalid-input'],
    ['too many categories', { tags: Array.from({ length: 11 }, (_, index) => `t${index}`) }, 'unsupported'],
    ['large metadata', { metadata: { a: 'x'.repeat(10_000) } }, 'invalid-input'],
    ['our own argument', { metadata: { org_message_id: 'x' } }, 'invalid-input'],
    ['a date beyond 72 hours', { sendAt: new Date(Date.now() + 100 * 365 * 24 * hour) }, 'unsupported'],
    ['an own Message-ID', { messageId: 'a@acme.dev' }, 'unsupported'],
    [
      'a template without a sender',
      { template: { id: 'd-1' }, from: undefined, html: undefined },
      'invalid-input',
    ],
    [
      'an alternative beside a template',
      {
        template: { id: 'd-1' },
        subject: undefined,
        html: undefined,
        alternatives: [{ contentType: 'text/calendar', content: 'x' }],
      },
      'unsupported',
    ],
    // `content` of an attachment has a `minLength` of 1 (twilio/sendgrid-oai, tsg_mail_v3).
    ['a file without bytes', { attachments: [{ filename: 'a.txt', content: '' }] }, 'unsupported'],
    ['a subject beside a template', { template: { id: 'd-1' }, html: undefined }, 'unsupported'],
    ['content beside a template', { template: { id: 'd-1' }, subject: undefined }, 'unsupported'],
    [
      'a number for a legacy template',
      { template: { id: 'x', variables: { a: 1 } }, html: undefined, subject: undefined },
      'unsupported',
    ],
    ['a misspelt option', option({ ipPool: 'x' }), 'invalid-input'],
    ['a short pool', option({ ipPoolName: 'x' }), 'invalid-input'],
    ['a footer of another form', option({ footer: { txt: 'x' } }), 'invalid-input'],
    ['26 groups', { stream: '1', ...option({ groupsToDisplay: Array(26).fill(1) }) }, 'invalid-input'],
    ['groups without a stream', option({ groupsToDisplay: [1] }), 'invalid-input'],
    ['a pixel without tracking', option({ openTrackingTag: '[x]' }), 'invalid-input'],
    ['links in text without tracking', option({ trackClicksInText: true }), 'invalid-input'],
    ['1001 recipients', { to: addresses(1_001), recipientVisibility: 'shared' }, 'payload-too-large'],
  ])('is refused before any request: %s', async (_what, fields, code) => {
    const { email, transport } = createClient([accepted]);
    const sending = email.send({ ...message, ...fields } as EmailMessage);
    await expect(sending).rejects.toMatchObject({ code, outcome: 'not-sent' });
    expect(transport.requests).toEqual([]);
  });
});

describe('E14: messages of one batch', () => {
  const prepared = prepareMessage({
    from: 'ann@acme.dev',
    to: 'bob@example.com',
    subject: 'A',
    html: '<p>Hi</p>',
    metadata: { order: '1' },
  });
  const cat = { ...prepared, subject: 'B', to: [{ address: 'cat@example.com' }], metadata: new Map() };
  const { session, transport } = createClient([accepted]);

  it('are personalizations of one request, each with its own subject, metadata and id', async () => {
    const receipts = await session.execute('send.batch', [{ ...prepared, subject: 'A' }, cat]);
    const ids = receipts.map((receipt) => receipt?.outcomes[0]?.messageId);
    expect(new Set(ids).size).toBe(2);
    expect(receipts.flatMap((receipt) => receipt?.outcomes)).toEqual([
      { recipient: 'bob@example.com', status: 'accepted', messageId: ids[0] },
      { recipient: 'cat@example.com', status: 'accepted', messageId: ids[1] },
    ]);
    expect(transport.requests[0]?.json()).toEqual({
      personalizations: [
        { to, subject: 'A', custom_args: { order: '1', org_message_id: ids[0] } },
        { to: [{ email: 'cat@example.com' }], subject: 'B', custom_args: { org_message_id: ids[1] } },
      ],
      from: { email: 'ann@acme.dev' },
      content: [{ type: 'text/html', value: '<p>Hi</p>' }],
    });
  });

  it('have one key when only subject, recipient, variables, headers and metadata differ', async () => {
    const { sendgrid } = await import('@org/email/sendgrid');
    const key = sendgrid({ apiKey: 'x' }).batchKey ?? (() => undefined);
    const first = { ...prepared, subject: 'A' };
    expect(key(cat)).toBe(key(first));
    expect(key({ ...first, html: 'x' })).not.toBe(key(first));
    expect(key({ ...first, stream: '1' })).not.toBe(key(first));
    const alternatives = [{ contentType: 'text/calendar', content: 'x' }];
    expect(key({ ...first, alternatives })).not.toBe(key(first));
    const single = [
      { sendAt: new Date() },
      { sandbox: true },
      { to: [...cat.to, ...first.to] },
      { providerOptions: new Map([['sendgrid', {}]]) },
    ];
    for (const change of single) expect(key({ ...first, ...change })).toBeUndefined();
  });
});

function addresses(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `to-${index}@example.com`);
}

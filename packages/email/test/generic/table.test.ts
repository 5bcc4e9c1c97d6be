import { createFakeTransport } from '@org/core/testing';
import { createEmailClient } from '@org/email';
import { type GenericSend, type GenericService, generic } from '@org/email/generic';
import { describe, expect, it } from 'vitest';
import { acme } from './acme.ts';

const fields = { from: 'from', to: 'to', subject: 'subject', html: 'html' };
const plain = { name: 'plain', baseUrl: 'https://api.plain.example' };

function tableOf(send: Partial<GenericSend>, more: object = {}): GenericService {
  return { ...plain, ...more, send: { path: '/v1/send', id: 'id', fields, ...send } };
}

const make = (table: object) => () => generic(table as GenericService, { apiKey: 'key' });

describe('a table whose requests would lose a field is refused when it is made', () => {
  it.each<[string, Partial<GenericSend>, string, string]>([
    ['two fields at one place', { fields: { ...fields, text: 'html' } }, 'fields.text', 'fields.html'],
    ['sender and subject', { fields: { ...fields, from: 'subject' } }, 'fields.subject', 'fields.from'],
    [
      'a field within another',
      { fields: { ...fields, subject: 'to.subject' } },
      'fields.subject',
      'fields.to',
    ],
    [
      'a field around another',
      { fields: { ...fields, html: 'a.b', text: 'a' } },
      'fields.text',
      'fields.html',
    ],
    [
      'a field of an address',
      {
        address: { address: 'email', name: 'name' },
        fields: { ...fields, stream: 'from.name' },
      },
      'fields.stream',
      'fields.from.name',
    ],
    [
      'a field within a list',
      {
        address: { address: 'email' },
        fields: { ...fields, stream: 'to.email' },
      },
      'fields.stream',
      'fields.to',
    ],
    ['an option', { options: { pool: 'subject' } }, 'options.pool', 'fields.subject'],
    ['two options', { options: { a: 'x.y', b: 'x' } }, 'options.b', 'options.a'],
    ['a constant', { constants: { subject: 'Hi' } }, 'constants', 'fields.subject'],
    [
      'a constant around a field',
      {
        constants: { content: [] },
        fields: { ...fields, html: 'content.html' },
      },
      'constants',
      'fields.html',
    ],
    ['a constant within a field', { constants: { to: { list: 'x' } } }, 'constants', 'fields.to'],
    [
      'lists of recipients that nothing tells apart',
      {
        address: { address: 'email', constants: { type: 'to' } },
        fields: { ...fields, cc: 'to' },
      },
      'fields.cc',
      'fields.to',
    ],
    [
      'names of a file',
      {
        attachment: { filename: 'name', content: 'data', contentType: 'name' },
      },
      'attachment.contentType',
      'attachment.filename',
    ],
    ['name and address', { address: { address: 'email', name: 'email' } }, 'address.name', 'address.address'],
  ])('%s', (_what, send, first, second) => {
    expect(make(tableOf(send))).toThrow(
      new RegExp(
        `^generic\\(\\): \`send\\.${first}\` .* and \`send\\.${second}\` .* in the table of plain overlap`,
      ),
    );
  });

  it.each([
    '__proto__',
    'constructor',
    'a.__proto__.b',
    'prototype.x',
    '0',
    'messages.0.to',
    'a..b',
    '.a',
    '',
    'a.',
  ])('the place %j', (path) => {
    expect(make(tableOf({ fields: { ...fields, subject: path } }))).toThrow(
      /`send\.fields\.subject` \(".*"\) in the table of plain is not a place in a request/,
    );
  });

  it('a place that is not a text', () => {
    const wrong = { ...fields, html: 7 as unknown as string };
    expect(make(tableOf({ fields: wrong }))).toThrow(/`send\.fields\.html` \(7\).* is not a place/);
  });

  it('places of what the service stores', () => {
    const stored = { id: 'id', name: 'name', subject: 'body', html: 'body.html' };
    const templates = { path: '/v1/templates', fields: stored };
    expect(make(tableOf({}, { templates }))).toThrow(
      /`templates\.fields\.html` .* and `templates\.fields\.subject`/,
    );
    const contacts = { path: '/v1/contacts', fields: { id: 'email', email: 'email', createdAt: 'email' } };
    expect(make(tableOf({}, { contacts }))).not.toThrow(); // the address is the id, and an id is only read
  });

  it('has the code of a wrong option', () => {
    try {
      make(tableOf({ options: { a: 'to' } }))();
      expect.unreachable();
    } catch (error) {
      expect(error).toMatchObject({ code: 'configuration' });
    }
  });
});

describe('an unknown name in a table', () => {
  const { send, templates, contacts, suppressions } = acme;
  it.each<[object, string]>([
    [{ ...acme, headers: {} }, 'the table of acme has no option "headers"'],
    [{ ...acme, send: { ...send, adress: 'text' } }, '`send` in the table of acme has no option "adress"'],
    [
      { ...acme, send: { ...send, fields: { ...send.fields, reply_to: 'r' } } },
      '`send.fields` in the table of acme has no option "reply_to". Did you mean "replyTo"?',
    ],
    [{ ...acme, send: { ...send, accepted: { status: [200] } } }, '`send.accepted` in'],
    [{ ...acme, send: { ...send, address: { email: 'a', address: 'b' } } }, '`send.address` in'],
    [{ ...acme, send: { ...send, addresses: { sender: 'text' } } }, '`send.addresses` in'],
    [
      { ...acme, send: { ...send, addresses: { to: { address: 'a', nmae: 'b' } } } },
      '`send.addresses.to` in',
    ],
    [{ ...acme, send: { ...send, attachment: { ...send.attachment, cid: 'x' } } }, '`send.attachment` in'],
    [{ ...acme, templates: { ...templates, filter: {} } }, '`templates` in'],
    [
      { ...acme, templates: { ...templates, fields: { ...templates.fields, body: 'b' } } },
      '`templates.fields`',
    ],
    [{ ...acme, templates: { ...templates, filters: { name: 'q' } } }, '`templates.filters` in'],
    [{ ...acme, contacts: { ...contacts, paging: { style: 'page', param: 'p' } } }, '`contacts.paging` in'],
    [
      { ...acme, contacts: { ...contacts, fields: { ...contacts.fields, phone: 'p' } } },
      '`contacts.fields` in',
    ],
    [{ ...acme, suppressions: { ...suppressions, reasons: { bounce: 'b' } } }, '`suppressions.reasons` in'],
    [{ ...acme, errors: { ...acme.errors, words: 'w' } }, '`errors` in'],
    [{ ...acme, errors: { refusal: { field: 'a', value: 1 } } }, '`errors.refusal` in'],
    [{ ...acme, idempotency: { duplicate: 'replay', name: 'x' } }, '`idempotency` in'],
    [{ ...acme, maximums: { recipients: 5 } }, '`maximums` in'],
  ])('is refused by name: %#', (table, words) => {
    expect(make(table)).toThrow(words);
  });
});

const message = {
  from: 'Ann <ann@acme.dev>',
  to: ['"Doe, Bob" <bob@example.com>', 'cat@example.com'],
  replyTo: '"Desk, the" <desk@acme.dev>',
  subject: 'Hi',
  html: 'Hi',
};

async function requestsOf(send: Partial<GenericSend>, extra: object = {}): Promise<unknown[]> {
  const transport = createFakeTransport([{ answer: { json: { id: 'm-1' } } }]);
  const driver = generic(tableOf({ fields: { ...fields, replyTo: 'reply_to' }, ...send }), { apiKey: 'k' });
  const email = createEmailClient({ driver, transport, limiter: false });
  await email.send({ ...message, recipientVisibility: 'shared', ...extra } as typeof message);
  return transport.requests.map((request) => request.json());
}

describe('forms of addresses', () => {
  it('differ by field', async () => {
    const [json] = await requestsOf({
      address: { address: 'email', name: 'name' },
      addresses: { from: 'text', replyTo: 'text' },
    });
    expect(json).toEqual({
      from: 'Ann <ann@acme.dev>',
      to: [{ email: 'bob@example.com', name: 'Doe, Bob' }, { email: 'cat@example.com' }],
      reply_to: '"Desk, the" <desk@acme.dev>',
      subject: 'Hi',
      html: 'Hi',
    });
  });

  // https://developers.sparkpost.com/api/transmissions/: each recipient gets a mail of its own.
  it('have nested names, in a list of which each member gets a mail of its own', async () => {
    const requests = await requestsOf(
      {
        recipients: 'separate',
        address: { address: 'email', name: 'name' },
        addresses: { to: { address: 'address.email', name: 'address.name' }, replyTo: 'text' },
        fields: {
          from: 'content.from',
          to: 'recipients',
          subject: 'content.subject',
          html: 'content.html',
          replyTo: 'content.reply_to',
        },
      },
      { recipientVisibility: undefined },
    );
    expect(requests).toMatchObject([
      {
        recipients: [{ address: { email: 'bob@example.com', name: 'Doe, Bob' } }],
        content: { from: { email: 'ann@acme.dev', name: 'Ann' }, subject: 'Hi' },
      },
      { recipients: [{ address: { email: 'cat@example.com' } }] },
    ]);
  });

  // https://mailchimp.com/developer/transactional/api/messages/send-new-message/
  it('tell recipients of one list apart by constants, the sender is two fields of the body', async () => {
    const typed = (type: string) => ({ address: 'email', name: 'name', constants: { type } });
    const [json] = await requestsOf(
      {
        addresses: {
          from: { address: 'message.from_email', name: 'message.from_name' },
          to: typed('to'),
          cc: typed('cc'),
          bcc: typed('bcc'),
        },
        fields: {
          from: '',
          to: 'message.to',
          cc: 'message.to',
          bcc: 'message.to',
          subject: 'message.subject',
          html: 'message.html',
          replyTo: 'message.headers.Reply-To',
        },
      },
      { cc: 'dan@example.com', bcc: 'eve@example.com' },
    );
    expect(json).toEqual({
      message: {
        from_email: 'ann@acme.dev',
        from_name: 'Ann',
        to: [
          { email: 'bob@example.com', name: 'Doe, Bob', type: 'to' },
          { email: 'cat@example.com', type: 'to' },
          { email: 'dan@example.com', type: 'cc' },
          { email: 'eve@example.com', type: 'bcc' },
        ],
        subject: 'Hi',
        html: 'Hi',
        headers: { 'Reply-To': '"Desk, the" <desk@acme.dev>' },
      },
    });
  });

  it('refuse a name where the service takes the address alone', async () => {
    const plainForm = { addresses: { to: 'address', replyTo: 'address' } } as const;
    const [json] = await requestsOf(plainForm, { to: 'bob@example.com', replyTo: 'desk@acme.dev' });
    expect(json).toMatchObject({ to: ['bob@example.com'], reply_to: 'desk@acme.dev' });
    await expect(requestsOf(plainForm)).rejects.toMatchObject({ code: 'unsupported' });
  });
});

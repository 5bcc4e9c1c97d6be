import type { EmailMessage } from '@org/email';
import { describe, expect, it } from 'vitest';
import { prepareMessage } from '../../src/model/message/read-message.ts';
import { accepted, createClient, message, transaction } from './client.ts';

/** The path and the JSON of the request for a message with these fields. */
async function requestOf(fields: object): Promise<readonly [string, unknown]> {
  const { email, transport, runtime } = createClient([accepted]);
  const sendAt = 'delayMs' in fields ? new Date(runtime.now() + Number(fields.delayMs)) : undefined;
  const { delayMs: _, ...given } = { delayMs: 0, ...fields };
  await email.send({ ...message, ...given, sendAt } as EmailMessage);
  const [request] = transport.requests;
  return [`${request?.method} ${request?.url}`, request?.json()];
}

const bulk = 'POST https://api.elasticemail.com/v4/emails';
const transactional = `${bulk}/transactional`;
const content = {
  From: 'Ann <ann@acme.dev>',
  Subject: 'Hi',
  Body: [{ ContentType: 'HTML', Content: '<p>Hi</p>', Charset: 'utf-8' }],
};
const Recipients = [{ Email: 'bob@example.com' }];
const option = (options: object) => ({ providerOptions: { elasticemail: options } });

describe('a mail for Elastic Email', () => {
  it('has every field of the message as the OpenAPI document spells it', async () => {
    const request = await requestOf({
      to: ['Bob <bob@example.com>', 'cat@example.com'],
      cc: 'dan@example.com',
      bcc: 'Eve <eve@example.com>',
      replyTo: 'Help <help@acme.dev>',
      envelopeFrom: 'bounces@acme.dev',
      text: 'Hi',
      headers: { 'X-Campaign': 'spring' },
      attachments: [{ filename: 'a.txt', content: 'Hi' }],
      tags: [{ name: 'campaign', value: 'spring' }],
      metadata: { order: '17' },
      tracking: { opens: true, clicks: false },
    });
    expect(request).toEqual([
      transactional,
      {
        Recipients: {
          To: ['Bob <bob@example.com>', 'cat@example.com'],
          CC: ['dan@example.com'],
          BCC: ['Eve <eve@example.com>'],
        },
        Content: {
          ...content,
          Body: [...content.Body, { ContentType: 'PlainText', Content: 'Hi', Charset: 'utf-8' }],
          ReplyTo: 'Help <help@acme.dev>',
          EnvelopeFrom: 'bounces@acme.dev',
          Headers: { 'X-Campaign': 'spring' },
          Postback: '{"order":"17"}',
          Attachments: [{ BinaryContent: 'SGk=', Name: 'a.txt', ContentType: 'text/plain', Size: 2 }],
        },
        Options: { ChannelName: 'campaign:spring', TrackOpens: true, TrackClicks: false },
      },
    ]);
  });

  it.each<[string, object, readonly [string, object]]>([
    ['privately', {}, [bulk, { Recipients, Content: content }]],
    [
      'privately to a name, which a bulk request cannot carry',
      { to: 'Bob <bob@example.com>' },
      [transactional, { Recipients: { To: ['Bob <bob@example.com>'] }, Content: content }],
    ],
    [
      'to all, who see each other',
      { to: ['a@example.com', 'b@example.com'], recipientVisibility: 'shared' },
      [transactional, { Recipients: { To: ['a@example.com', 'b@example.com'] }, Content: content }],
    ],
    [
      'from a template, with its variables by recipient',
      { template: { id: 'Welcome', variables: { name: 'Bob' } }, subject: undefined, html: undefined },
      [
        bulk,
        {
          Recipients: [{ Email: 'bob@example.com', Fields: { name: 'Bob' } }],
          Content: { From: 'Ann <ann@acme.dev>', TemplateName: 'Welcome' },
        },
      ],
    ],
    [
      'from a template, with its variables for all',
      {
        to: 'Bob <bob@example.com>',
        template: { id: 'Welcome', variables: { name: 'Bob' } },
        subject: undefined,
        html: undefined,
      },
      [
        transactional,
        {
          Recipients: { To: ['Bob <bob@example.com>'] },
          Content: { From: 'Ann <ann@acme.dev>', TemplateName: 'Welcome', Merge: { name: 'Bob' } },
        },
      ],
    ],
    [
      'later, after whole minutes',
      { delayMs: 90_001 },
      [bulk, { Recipients, Content: content, Options: { TimeOffset: 2 } }],
    ],
    [
      'with a pool, an encoding, files and parameters of links',
      option({
        poolName: 'news',
        encoding: 'Base64',
        attachFiles: ['terms.pdf'],
        utm: { source: 'a', medium: 'b', campaign: 'c', content: 'd' },
      }),
      [
        bulk,
        {
          Recipients,
          Content: {
            ...content,
            AttachFiles: ['terms.pdf'],
            Utm: { Source: 'a', Medium: 'b', Campaign: 'c', Content: 'd' },
          },
          Options: { PoolName: 'news', Encoding: 'Base64' },
        },
      ],
    ],
    [
      'with braces that arrive as written, and styles that stay',
      { html: '<style>p{color:red}</style>{name}' },
      [
        bulk,
        {
          Recipients,
          Content: {
            ...content,
            Body: [{ ...content.Body[0], Content: '<style>p{color:red}</style>&#123;name}' }],
          },
        },
      ],
    ],
    [
      'with placeholders that the service fills in',
      { subject: 'Hi {name}', html: '{name}', ...option({ placeholders: true }) },
      [
        bulk,
        {
          Recipients,
          Content: { ...content, Subject: 'Hi {name}', Body: [{ ...content.Body[0], Content: '{name}' }] },
        },
      ],
    ],
  ])('goes %s', async (_what, fields, expected) => {
    expect(await requestOf(fields)).toEqual(expected);
  });

  it('has the key in its own header, and both ids in the result', async () => {
    const { email, transport } = createClient([accepted]);
    const result = await email.send(message);
    expect(transport.requests[0]?.headers.get('x-elasticemail-apikey')).toBe('ee-good');
    expect(result).toMatchObject({
      messageId: 'GruPGipsdsy31TIhv3CArg2',
      response: `TransactionID: ${transaction}`,
    });
  });

  it('is known by its transaction when it has several recipients', async () => {
    const { email } = createClient([accepted]);
    const { outcomes } = await email.send({ ...message, cc: 'dan@example.com' });
    expect(outcomes.map(({ messageId }) => messageId)).toEqual([transaction, transaction]);
  });

  it.each<[string, object, string]>([
    ['two reply addresses', { replyTo: ['a@acme.dev', 'b@acme.dev'] }, 'unsupported'],
    ['two tags', { tags: ['a', 'b'] }, 'unsupported'],
    [
      'an inline image',
      { attachments: [{ filename: 'a.png', content: 'x', disposition: 'inline', contentId: 'a' }] },
      'unsupported',
    ],
    ['a stream', { stream: 'news' }, 'unsupported'],
    ['sandbox mode', { sandbox: true }, 'unsupported'],
    ['a placeholder in the subject', { subject: 'Hi {name}' }, 'unsupported'],
    ['a placeholder in the text', { text: 'Hi {name}' }, 'unsupported'],
    [
      'a template without a sender',
      { template: { id: 'a' }, from: undefined, html: undefined },
      'invalid-input',
    ],
    ['a subject beside a template', { template: { id: 'a' }, html: undefined }, 'unsupported'],
    ['content beside a template', { template: { id: 'a' }, subject: undefined }, 'unsupported'],
    [
      'a number as a variable',
      { template: { id: 'a', variables: { a: 1 } }, subject: undefined, html: undefined },
      'unsupported',
    ],
    ['a misspelt option', option({ pool: 'x' }), 'invalid-input'],
    ['an unknown encoding', option({ encoding: 'base64' }), 'invalid-input'],
    ['an unknown parameter of links', option({ utm: { term: 'x' } }), 'invalid-input'],
    [
      '21 MB of attachments',
      { attachments: [{ filename: 'a.bin', content: new Uint8Array(21 * 1024 * 1024) }] },
      'payload-too-large',
    ],
  ])('is refused before any request with %s', async (_what, fields, code) => {
    const { email, transport } = createClient([accepted]);
    const sending = email.send({ ...message, ...fields } as EmailMessage);
    await expect(sending).rejects.toMatchObject({ code, outcome: 'not-sent' });
    expect(transport.requests).toEqual([]);
  });

  it('is refused beyond 35 days', async () => {
    const { email, runtime } = createClient([accepted]);
    const sendAt = new Date(runtime.now() + 36 * 86_400_000);
    await expect(email.send({ ...message, sendAt })).rejects.toMatchObject({ code: 'unsupported' });
  });
});

describe('E14: messages of one batch', () => {
  const prepared = prepareMessage({
    from: 'ann@acme.dev',
    to: 'bob@example.com',
    template: { id: 'Welcome', variables: { name: 'Bob' } },
  });
  const cat = {
    ...prepared,
    to: [{ address: 'cat@example.com' }],
    template: { id: 'Welcome', variables: new Map([['name', 'Cat']]) },
  };

  it('are recipients of one request, each with own variables', async () => {
    const { session, transport } = createClient([accepted]);
    const receipts = await session.execute('send.batch', [prepared, cat]);
    expect(receipts.flatMap((receipt) => receipt?.outcomes)).toEqual([
      { recipient: 'bob@example.com', status: 'accepted', messageId: transaction },
      { recipient: 'cat@example.com', status: 'accepted', messageId: transaction },
    ]);
    expect(transport.requests[0]?.json()).toEqual({
      Recipients: [
        { Email: 'bob@example.com', Fields: { name: 'Bob' } },
        { Email: 'cat@example.com', Fields: { name: 'Cat' } },
      ],
      Content: { From: 'ann@acme.dev', TemplateName: 'Welcome' },
    });
  });

  it('have one key when only recipient and variables differ', () => {
    const key = createClient([accepted]).driver.batchKey ?? (() => undefined);
    expect(key(cat)).toBe(key(prepared));
    const metadata = new Map([['a', 'b']]);
    for (const change of [{ metadata }, { subject: 'x' }, { sendAt: new Date(0) }])
      expect(key({ ...prepared, ...change })).not.toBe(key(prepared));
    const named = { to: [{ address: 'bob@example.com', name: 'Bob' }] };
    const own = { providerOptions: new Map([['elasticemail', {}]]) };
    for (const change of [named, own, { cc: cat.to }, { visibility: 'shared' } as const])
      expect(key({ ...prepared, ...change })).toBeUndefined();
  });
});

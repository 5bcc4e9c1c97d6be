import { InvalidInputError } from '@org/core';
import { describe, expect, it } from 'vitest';
import type { EmailMessage } from '../message.ts';
import { prepareMessage } from './read-message.ts';

const message = {
  from: 'Ann <ann@acme.dev>',
  to: 'bob@example.com',
  subject: 'Hi',
  html: '<p>Hi</p>',
} as const;

function issuesOf(input: object): readonly string[] {
  try {
    prepareMessage(input as EmailMessage);
  } catch (error) {
    if (InvalidInputError.isInstance(error)) return (error.issues ?? []).map(({ path }) => path);
    throw error;
  }
  return [];
}

describe('prepareMessage', () => {
  it('gives every message one form', () => {
    expect(
      prepareMessage({ ...message, to: ['bob@example.com', { address: 'cat@example.com', name: 'Cat' }] }),
    ).toMatchObject({
      from: { address: 'ann@acme.dev', name: 'Ann' },
      to: [{ address: 'bob@example.com' }, { address: 'cat@example.com', name: 'Cat' }],
      cc: [],
      bcc: [],
      replyTo: [],
      visibility: 'individual',
    });
  });

  it.each([
    ['a.pdf', true],
    ['=?UTF-8?Q?x?.pdf', true],
    ['=?UTF-8?Q?x?=.pdf', false],
    ['=?utf-8?b?w7w=?=', false],
    ['a/b.pdf', false],
    ['..', false],
    [' ', false],
  ])('a file is named %j: %s', (filename, isTaken) => {
    const issues = issuesOf({ ...message, attachments: [{ filename, content: 'x' }] });
    expect(issues).toEqual(isTaken ? [] : ['attachments[0]']);
  });

  it('reports every problem at once, each with its path', () => {
    expect(
      issuesOf({
        from: 'ann',
        to: ['bob@example.com', 'x', 7],
        cc: 'y',
        subject: 'a\u0007',
        html: 7,
        headers: { From: 'x', 'X-A': 7 },
        attachments: [{ filename: 'a', content: 'x' }, { content: 'x' }],
        tags: ['a', 7],
        metadata: { a: 1 },
        template: { id: 'x', variables: { a: new Date(0), b: Number.NaN } },
        sendAt: new Date(Number.NaN),
        priority: 'urgent',
        listUnsubscribe: { oneClick: true },
        recipientVisibility: 'some',
      }).toSorted(),
    ).toEqual(
      [
        'attachments[1]',
        'cc',
        'from',
        'headers.From',
        'headers.X-A',
        'html',
        'listUnsubscribe',
        'listUnsubscribe.oneClick',
        'metadata.a',
        'priority',
        'recipientVisibility',
        'sendAt',
        'subject',
        'tags[1]',
        'template.variables.a',
        'template.variables.b',
        'to[1]',
        'to[2]',
      ].toSorted(),
    );
  });

  it.each([
    ['no recipient', { to: [] }, ['to']],
    ['no sender', { from: undefined }, ['from']],
    ['two senders', { from: ['a@b.dev', 'c@d.dev'] }, ['from']],
    ['no subject', { subject: undefined }, ['subject']],
    ['no content', { html: undefined }, ['html']],
    [
      'individual copies',
      { cc: 'cat@example.com', recipientVisibility: 'individual' },
      ['recipientVisibility'],
    ],
    ['a subject that is too long', { subject: 'x'.repeat(999) }, ['subject']],
    [
      'an inline attachment without a name to refer to',
      { attachments: [{ filename: 'a', content: 'x', disposition: 'inline' }] },
      ['attachments[0]'],
    ],
    [
      'an attachment with two contents',
      { attachments: [{ filename: 'a', content: 'x', contentBase64: 'eA==' }] },
      ['attachments[0]'],
    ],
    [
      'an attachment that is not base64',
      { attachments: [{ filename: 'a', contentBase64: 'x*' }] },
      ['attachments[0]'],
    ],
    [
      'a header in the unsubscribe field and by hand',
      { headers: { 'List-Unsubscribe': '<x>' }, listUnsubscribe: { url: 'https://a.dev/' } },
      ['headers.List-Unsubscribe'],
    ],
  ])('refuses %s', (_what, extra, paths) => {
    expect(issuesOf({ ...message, ...extra })).toEqual(paths);
  });

  it.each([
    [{}, 'individual'],
    [{ cc: 'cat@example.com' }, 'shared'],
    [{ bcc: 'cat@example.com' }, 'shared'],
    [{ recipientVisibility: 'shared' }, 'shared'],
  ] as const)('decides the visibility: %j is %s', (extra, visibility) => {
    expect(prepareMessage({ ...message, ...extra }).visibility).toBe(visibility);
  });

  it('names each recipient once, and keeps a copy to a known recipient a message for all', () => {
    const prepared = prepareMessage({
      ...message,
      to: ['bob@example.com', 'cat@example.com', 'Bob <bob@EXAMPLE.com>'],
      cc: ['Cat <cat@example.com>'],
      bcc: ['dan@example.com', 'dan@example.com', 'BOB@example.com'],
    });
    const addressesOf = (key: 'to' | 'cc' | 'bcc') => prepared[key].map(({ address }) => address);
    expect(addressesOf('to')).toEqual(['bob@example.com', 'cat@example.com']);
    expect(addressesOf('cc')).toEqual([]);
    // The part before the @ counts as it is written.
    expect(addressesOf('bcc')).toEqual(['dan@example.com', 'BOB@example.com']);
    expect(prepared.visibility).toBe('shared');
  });

  it.each<[string, number, (text: string) => object]>([
    ['subject', 998, (subject) => ({ subject })],
    ['to', 64, (local) => ({ to: `${local}@example.com` })],
    ['to', 255, (name) => ({ to: { address: 'bob@example.com', name } })],
    ['attachments[0]', 255, (filename) => ({ attachments: [{ filename, content: 'x' }] })],
  ])('counts the limit of `%s`, %i, in bytes of UTF-8', (path, limit, fieldsOf) => {
    const [twoBytes, oneByte] = ['ä'.repeat(Math.floor(limit / 2)), 'a'.repeat(limit % 2)];
    expect(issuesOf({ ...message, ...fieldsOf(twoBytes + oneByte) })).toEqual([]);
    expect(issuesOf({ ...message, ...fieldsOf(`${twoBytes}${oneByte}a`) })).toEqual([path]);
  });

  it('counts the limit of a whole address, 254, in bytes of UTF-8', () => {
    const domainOf = (bytes: number) => `${'d'.repeat(63)}.${'d'.repeat(63)}.${'d'.repeat(bytes - 128)}`;
    const local = 'ä'.repeat(32);
    expect(issuesOf({ ...message, to: `${local}@${domainOf(254 - 65)}` })).toEqual([]);
    expect(issuesOf({ ...message, to: `${local}@${domainOf(255 - 65)}` })).toEqual(['to']);
  });

  it('refuses a text together with a template, as the type does', () => {
    expect(issuesOf({ ...message, text: 'Hi', template: { id: 'welcome' } })).toEqual(['text']);
  });

  it('needs neither sender nor subject with a template', () => {
    expect(issuesOf({ to: 'bob@example.com', template: { id: 'welcome' } })).toEqual([]);
  });

  it('writes the headers of priority and listUnsubscribe', () => {
    const { headers } = prepareMessage({
      ...message,
      priority: 'high',
      listUnsubscribe: { url: 'https://acme.dev/out?u=1', mailto: 'out@acme.dev', oneClick: true },
    });
    expect(headers).toEqual([
      { name: 'X-Priority', value: '1 (Highest)' },
      { name: 'Importance', value: 'high' },
      { name: 'List-Unsubscribe', value: '<https://acme.dev/out?u=1>, <mailto:out@acme.dev>' },
      { name: 'List-Unsubscribe-Post', value: 'List-Unsubscribe=One-Click' },
    ]);
  });

  it('P9: changes nothing of what it is given', () => {
    const frozen = Object.freeze({
      ...message,
      to: Object.freeze(['bob@example.com']),
      headers: Object.freeze({ 'X-A': 'b' }),
    });
    expect(() => prepareMessage(frozen)).not.toThrow();
  });

  it('P9: keeps names like __proto__ as what they are', () => {
    const metadata = JSON.parse('{"__proto__": "x", "constructor": "y"}');
    expect([...prepareMessage({ ...message, metadata }).metadata]).toEqual([
      ['__proto__', 'x'],
      ['constructor', 'y'],
    ]);
  });

  it.each([undefined, null, 7, 'x', []])('refuses %j, which is not a message', (input) => {
    expect(() => prepareMessage(input as never)).toThrow(expect.objectContaining({ code: 'invalid-input' }));
  });
});

import { InvalidInputError } from '@org/core';
import { describe, expect, it } from 'vitest';
import { prepareMessage } from './message/read-message.ts';
import type { EmailMessage } from './message.ts';

const message = { from: 'ann@acme.dev', to: 'bob@example.com', subject: 'Hi', html: '<p>Hi</p>' };
const file = { filename: 'a.txt', content: 'x' };

function refusalOf(input: object): InvalidInputError {
  try {
    prepareMessage(input as EmailMessage);
  } catch (error) {
    if (InvalidInputError.isInstance(error)) return error;
    throw error;
  }
  throw new Error('It was taken.');
}

describe('unknown fields', () => {
  it.each([
    ['a misspelt field', { reply_to: 'help@acme.dev' }, 'reply_to', /replyTo/],
    ['a field of another library', { body: 'x' }, 'body', /html/],
    ['in an attachment', { attachments: [{ ...file, encoding: 'base64' }] }, 'attachments[0]', /encoding/],
    ['in a template', { template: { id: 'x', vars: {} } }, 'template.vars', /variables/],
    [
      'in listUnsubscribe',
      { listUnsubscribe: { mailto: 'a@b.dev', one: 1 } },
      'listUnsubscribe.one',
      /oneClick/,
    ],
  ])('are refused: %s', (_what, extra, path, words) => {
    const [issue] = refusalOf({ ...message, ...extra }).issues ?? [];
    expect(issue?.path).toBe(path);
    expect(issue?.message).toMatch(words);
  });

  it('are accepted next to an address: a row of a table may be a recipient', () => {
    expect(() =>
      prepareMessage({ ...message, to: [{ id: 7, address: 'bob@example.com' }] as never }),
    ).not.toThrow();
  });

  it.each([
    ...[{ displayName: undefined }, { fullName: null }, { displayOrder: 3 }, { fullAddress: 'Main St 1' }],
    ...[{ personalNumber: '77' }, { fname: 'Bob', lname: 'Smith' }, { game: 'chess' }, { named: true }],
  ])('and its fields are of that row: %j', (fields) => {
    const { to } = prepareMessage({ ...message, to: [{ address: 'bob@example.com', ...fields }] as never });
    expect(to).toEqual([{ address: 'bob@example.com', name: undefined }]);
  });

  it.each(['Name', 'displayName', 'display_name', 'names', 'fullName', 'personalName'])(
    'next to an address are refused if meant as its name: %s',
    (field) => {
      const wrong = { ...message, to: [{ address: 'bob@example.com', [field]: 'Bob' }] };
      expect(refusalOf(wrong).issues).toMatchObject([
        { path: 'to[0]', message: expect.stringMatching(/did you mean `name`/) },
      ]);
    },
  );

  it('may be undefined', () => {
    expect(() => prepareMessage({ ...message, body: undefined } as EmailMessage)).not.toThrow();
  });
});

describe('names of the caller', () => {
  it.each(['headers', 'metadata'])('break no line of an error message: %s', (field) => {
    const key = 'X-A\r\nBcc: x\u0085\u2028';
    const { message: text, issues } = refusalOf({ ...message, [field]: { [key]: 7 } });
    expect(text).not.toMatch(/[\p{Cc}\u2028]/u);
    expect(issues?.[0]?.path).toBe(`${field}["X-A\\r\\nBcc: x\\u0085\\u2028"]`);
  });
});

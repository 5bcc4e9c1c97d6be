import {
  allAccepted,
  encodeBase64,
  formatMailbox,
  headersOf,
  quotableWords,
  recipientsOf,
  redactAddresses,
} from '@org/email/driver';
import { describe, expect, it } from 'vitest';
import { parseAddress } from '../src/index.ts';
import { prepareMessage } from '../src/model/message/read-message.ts';

const message = prepareMessage({
  from: 'ann@acme.dev',
  to: ['Bob <bob@example.com>', 'cat@example.com'],
  cc: 'dan@example.com',
  bcc: 'eve@example.com',
  subject: 'Hi',
  text: 'Hi',
  headers: { 'X-Campaign': 'spring' },
});

describe('helpers for authors of drivers', () => {
  it.each([
    ['ann@acme.dev', 'ann@acme.dev'],
    ['Ann Lee <ann@acme.dev>', 'Ann Lee <ann@acme.dev>'],
    ['"Lee, Ann" <ann@acme.dev>', '"Lee, Ann" <ann@acme.dev>'],
  ])('format the mailbox %s', (input, expected) => {
    expect(formatMailbox(parseAddress(input))).toBe(expected);
  });

  it('list the recipients of an envelope', () => {
    const recipients = ['bob@example.com', 'cat@example.com', 'dan@example.com', 'eve@example.com'];
    expect(recipientsOf(message)).toEqual(recipients);
    expect(allAccepted(message, 'id-1').outcomes).toEqual(
      recipients.map((recipient) => ({ recipient, status: 'accepted', messageId: 'id-1' })),
    );
    expect(allAccepted(message).outcomes[0]).toEqual({ recipient: 'bob@example.com', status: 'accepted' });
    const later = { ...message, sendAt: new Date(4e12) };
    expect(allAccepted(later).outcomes.map(({ status }) => status)).toEqual(Array(4).fill('scheduled'));
  });

  it('give headers as an object, where there are any', () => {
    expect(headersOf(message)).toEqual({ 'X-Campaign': 'spring' });
    expect(headersOf({ ...message, headers: [] })).toBeUndefined();
  });

  it('encode bytes of any number as base64', () => {
    const bytes = Uint8Array.from({ length: 100_000 }, (_, index) => index % 256);
    expect(encodeBase64(bytes)).toBe(Buffer.from(bytes).toString('base64'));
  });

  it('remove addresses from the words of a service', () => {
    expect(redactAddresses('no mailbox bob@example.com here')).toBe('no mailbox [address] here');
    expect(quotableWords(`250 2.0.0 <bob@example.com>\r\n${'x'.repeat(600)}`)).toMatch(
      /^250 2\.0\.0 <\[address\]> x{478}$/,
    );
  });
});

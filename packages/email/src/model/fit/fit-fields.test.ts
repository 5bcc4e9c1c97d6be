import { describe, expect, it } from 'vitest';
import { plunkCapabilities } from '../../drivers/plunk/limits.ts';
import { smtpCapabilities } from '../../drivers/smtp/limits.ts';
import type { EmailCapabilities } from '../capabilities.ts';
import { readMessage } from '../message/read-message.ts';
import type { EmailMessage, PreparedMessage } from '../message.ts';
import { fitFields } from './fit-fields.ts';
import type { OnLossy } from './lossy.ts';

const message = { from: 'ann@acme.dev', to: 'bob@example.com', subject: 'Hi', html: '<p>Hi</p>' } as const;

function fit(extra: object, capabilities: EmailCapabilities, onLossy: OnLossy = 'allow') {
  const { message: read, given } = readMessage({ ...message, ...extra } as EmailMessage);
  const options = { provider: 'acme', onLossy, now: () => 0 };
  return { read, ...fitFields(read as PreparedMessage, given, capabilities, options) };
}

describe('a field that a service does not carry', () => {
  it('is none where the service carries all', () => {
    const { read, message: fitted, lossy } = fit({ cc: 'cat@example.com', text: 'Hi' }, smtpCapabilities);
    expect(fitted).toBe(read);
    expect(lossy).toEqual([]);
  });

  it.each([
    [{ cc: 'cat@example.com', bcc: 'dog@example.com' }],
    [{ bcc: 'dog@example.com', cc: 'cat@example.com' }],
  ])('becomes separate mails, without other addresses: %j', (copies) => {
    const { message: fitted, lossy } = fit(copies, plunkCapabilities);
    expect(fitted.to.map(({ address }) => address)).toEqual([
      'bob@example.com',
      'cat@example.com',
      'dog@example.com',
    ]);
    expect([fitted.cc, fitted.bcc, fitted.visibility]).toEqual([[], [], 'individual']);
    expect(lossy.map(({ field, action }) => [field, action])).toEqual([
      ['cc', 'merged'],
      ['bcc', 'merged'],
    ]);
  });

  it('is still checked when it became another', () => {
    const copies = { to: undefined, cc: 'çat@example.com' };
    expect(() => fit(copies, plunkCapabilities)).toThrow(
      expect.objectContaining({ code: 'unsupported', issues: [expect.objectContaining({ path: 'to[0]' })] }),
    );
  });

  it('turns a text without HTML into HTML that shows the same and does nothing', () => {
    const { message: fitted, lossy } = fit({ html: undefined, text: '<script>&' }, plunkCapabilities);
    expect(fitted.html).toContain('&lt;script&gt;&amp;');
    expect(fitted.text).toBeUndefined();
    expect(lossy).toMatchObject([{ field: 'text', action: 'approximated' }]);
  });

  it.each([
    ['text', { text: 'Hi' }],
    ['replyTo', { replyTo: ['a@acme.dev', 'b@acme.dev'] }],
    ['tags', { tags: ['spring'] }],
    ['metadata', { metadata: { order: '1' } }],
  ])('is left out: %s, and reported', (field, extra) => {
    expect(fit(extra, plunkCapabilities).lossy).toMatchObject([{ field, action: 'dropped' }]);
    expect(() => fit(extra, plunkCapabilities, 'error')).toThrow(
      expect.objectContaining({
        code: 'unsupported',
        outcome: 'not-sent',
        issues: [expect.objectContaining({ path: field })],
      }),
    );
  });

  it.each([[{ tags: [] }], [{ metadata: {} }], [{ cc: [] }], [{ sandbox: false }]])(
    'is no loss when it is empty: %j',
    (extra) => {
      expect(fit(extra, plunkCapabilities, 'error').lossy).toEqual([]);
    },
  );
});

describe('the recipients', () => {
  const capabilities = { ...plunkCapabilities, message: { ...plunkCapabilities.message, cc: true } };

  it.each([
    ['several recipients', { to: ['bob@example.com', 'cat@example.com'] }, 'unsupported'],
    ['a copy', { cc: 'cat@example.com' }, 'unsupported'],
    ['one recipient', {}, undefined],
  ])('of one mail are refused where each gets a separate one: %s', (_what, extra, code) => {
    const check = () => fit({ ...extra, recipientVisibility: 'shared' }, capabilities);
    if (code === undefined) expect(check).not.toThrow();
    else
      expect(check).toThrow(
        expect.objectContaining({ code, issues: [expect.objectContaining({ path: 'recipientVisibility' })] }),
      );
  });

  it.each([
    ['shared', 'payload-too-large'],
    ['individual', undefined],
  ] as const)('of one mail are counted: %s', (recipientVisibility, code) => {
    const limited = { ...smtpCapabilities, limits: { maxRecipients: 2 } };
    const to = ['bob@example.com', 'cat@example.com', 'dan@example.com'];
    const check = () => fit({ to, recipientVisibility }, limited);
    if (code === undefined) expect(check).not.toThrow();
    else expect(check).toThrow(expect.objectContaining({ code, outcome: 'not-sent' }));
  });
});

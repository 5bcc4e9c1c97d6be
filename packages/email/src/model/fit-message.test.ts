import { describe, expect, it } from 'vitest';
import { plunkCapabilities } from '../drivers/plunk/limits.ts';
import { smtpCapabilities } from '../drivers/smtp/limits.ts';
import { checkSupport } from './fit/check-support.ts';
import { decideLossy, lossyError } from './fit/fit-message.ts';
import { prepareMessage } from './prepare-message.ts';

const message = { from: 'ann@acme.dev', to: 'bob@example.com', subject: 'Hi', html: '<p>Hi</p>' } as const;

describe('decideLossy', () => {
  it('leaves a message alone that the service can carry', () => {
    const prepared = prepareMessage({ ...message, cc: 'cat@example.com', text: 'Hi' });
    expect(decideLossy(prepared, smtpCapabilities)).toEqual({ message: prepared, lossy: [] });
  });

  it('makes separate mails of copies, without other addresses', () => {
    const { message: fitted, lossy } = decideLossy(
      prepareMessage({ ...message, cc: 'cat@example.com', bcc: 'dog@example.com' }),
      plunkCapabilities,
    );
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

  it('turns a text without HTML into HTML that shows the same and does nothing', () => {
    const { html: _, ...head } = message;
    const { message: fitted, lossy } = decideLossy(
      prepareMessage({ ...head, text: '<script>&' }),
      plunkCapabilities,
    );
    expect(fitted.html).toContain('&lt;script&gt;&amp;');
    expect(fitted.text).toBeUndefined();
    expect(lossy).toMatchObject([{ field: 'text', action: 'approximated' }]);
  });

  it.each([
    ['text', { text: 'Hi' }],
    ['replyTo', { replyTo: ['a@acme.dev', 'b@acme.dev'] }],
    ['tags', { tags: ['spring'] }],
    ['metadata', { metadata: { order: '1' } }],
  ])('drops %s, and says so', (field, extra) => {
    const { lossy } = decideLossy(prepareMessage({ ...message, ...extra }), plunkCapabilities);
    expect(lossy).toMatchObject([{ field, action: 'dropped' }]);
    expect(lossyError(lossy, 'plunk')).toMatchObject({
      code: 'unsupported',
      outcome: 'not-sent',
      issues: [{ path: field }],
    });
  });
});

describe('checkSupport', () => {
  const capabilities = { ...plunkCapabilities, message: { ...plunkCapabilities.message, cc: true } };

  it.each([
    ['several recipients', { to: ['bob@example.com', 'cat@example.com'] }, 'unsupported'],
    ['a copy', { cc: 'cat@example.com' }, 'unsupported'],
    ['one recipient', {}, undefined],
  ])('refuses one mail for %s where each gets a separate one', (_what, extra, code) => {
    const prepared = prepareMessage({ ...message, ...extra, recipientVisibility: 'shared' });
    const check = () => checkSupport(prepared, capabilities, 'acme', 0);
    if (code === undefined) expect(check).not.toThrow();
    else
      expect(check).toThrow(
        expect.objectContaining({ code, issues: [expect.objectContaining({ path: 'recipientVisibility' })] }),
      );
  });

  it.each([
    ['shared', 'payload-too-large'],
    ['individual', undefined],
  ] as const)('counts the recipients of one mail: %s', (recipientVisibility, code) => {
    const limited = { ...smtpCapabilities, limits: { maxRecipients: 2 } };
    const to = ['bob@example.com', 'cat@example.com', 'dan@example.com'];
    const prepared = prepareMessage({ ...message, to, recipientVisibility });
    const check = () => checkSupport(prepared, limited, 'acme', 0);
    if (code === undefined) expect(check).not.toThrow();
    else expect(check).toThrow(expect.objectContaining({ code, outcome: 'not-sent' }));
  });
});

import { createFakeTransport } from '@org/core/testing';
import { createEmailClient } from '@org/email';
import { brevo } from '@org/email/brevo';
import { elasticemail } from '@org/email/elasticemail';
import { mailjet } from '@org/email/mailjet';
import { postmark } from '@org/email/postmark';
import { describe, expect, it } from 'vitest';
import { nextOffset } from './offset.ts';

describe('the cursor after a page', () => {
  it.each([
    ['a full page', undefined, 2, { pageSize: 2 }, '2'],
    ['a page that is not full', '2', 1, { pageSize: 2 }, undefined],
    ['a page before the total', '2', 2, { total: 5 }, '4'],
    ['the page with the last entry', '4', 1, { total: 5 }, undefined],
    ['an empty page before the total', '4', 0, { total: 5 }, undefined],
  ] as const)('%s', (_what, cursor, found, end, expected) => {
    expect(nextOffset(cursor, found, end)).toBe(expected);
  });
});

describe('a cursor that is not one of the list is refused before a request', () => {
  const drivers = {
    brevo: brevo({ apiKey: 'key' }),
    elasticemail: elasticemail({ apiKey: 'key' }),
    mailjet: mailjet({ apiKey: 'key', secretKey: 'secret' }),
    postmark: postmark({ apiKey: 'key' }),
  };
  const cursors = ['x', '-1', '1.5', '1e3', ' 1', ''];
  const cases = Object.entries(drivers).flatMap(([name, driver]) =>
    cursors.map((cursor) => [name, cursor, driver as ReturnType<typeof brevo>] as const),
  );

  it.each(cases)('%s, %j', async (_name, cursor, driver) => {
    const transport = createFakeTransport();
    const email = createEmailClient({ driver, transport, limiter: false });
    const first = email.templates.list({ cursor })[Symbol.asyncIterator]().next();
    await expect(first).rejects.toMatchObject({ code: 'invalid-input', outcome: 'not-sent' });
    expect(transport.requests).toEqual([]);
  });
});

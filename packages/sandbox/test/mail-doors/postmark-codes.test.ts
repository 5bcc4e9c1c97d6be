// The table "Error codes" of postmarkapp.com/developer/api/overview, as clients quote it; read on
// 29 November 2026 in the enumeration `PostmarkErrorCode` of PostKit, and 601 in wp-postmark-api.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type MailService, startMailService } from '../../src/mail/service/service.ts';
import { postMail } from './post-mail.ts';

let service: MailService;
beforeAll(async () => {
  service = await startMailService();
  const made = [
    ['/servers', { Name: 'One' }],
    ['/domains', { Name: 'acme.dev' }],
    ['/senders', { Name: 'Ann', FromEmail: 'ann@acme.dev' }],
  ] as const;
  for (const [path, body] of made)
    expect((await postMail(service, 'postmark', path, body))[0], path).toBe(200);
});
afterAll(() => service.close());

const stream = { Name: 'S', MessageStreamType: 'Transactional' };
const rows: readonly (readonly [code: number, method: string, path: string, body?: object])[] = [
  [12, 'GET', '/webhooks/777'],
  [12, 'GET', '/email/bulk/777'],
  [501, 'GET', '/senders/777'],
  [504, 'POST', '/senders', { Name: 'Ann', FromEmail: 'ann@acme.dev' }],
  [510, 'GET', '/domains/777'],
  [512, 'POST', '/domains', { Name: 'acme.dev' }],
  [514, 'POST', '/domains', {}],
  [520, 'POST', '/senders', { FromEmail: 'bob@acme.dev' }],
  [520, 'POST', '/senders', { Name: 'Bob' }],
  [601, 'GET', '/servers/777'],
  [603, 'POST', '/servers', { Name: 'One' }],
  [603, 'PUT', '/server', { Name: 'One' }],
  [608, 'POST', '/servers', {}],
  [701, 'GET', '/messages/outbound/777/details'],
  [1001, 'GET', '/bounces/777'],
  [1101, 'GET', '/templates/777'],
  [1120, 'POST', '/templates', { Subject: 'Hi' }],
  [1223, 'POST', '/message-streams', { ...stream, ID: 'new', Name: '' }],
  [1226, 'GET', '/message-streams/unknown'],
  [1227, 'POST', '/message-streams', { ...stream, ID: '1' }],
  [1230, 'POST', '/message-streams', { ...stream, ID: 'outbound' }],
  [1233, 'POST', '/message-streams', { ...stream, ID: 'pm-a' }],
  [1237, 'POST', '/message-streams', { ...stream, ID: 'all' }],
];

it.each(rows.map((row) => ({ row, title: JSON.stringify(row) })))('$title', async ({ row }) => {
  const [code, method, path, body] = row;
  expect(await postMail(service, 'postmark', path, body, method)).toEqual([
    422,
    { ErrorCode: code, Message: expect.any(String) },
  ]);
});

it('a server may keep its own name in a change', async () => {
  expect(
    await postMail(service, 'postmark', '/server', { Name: 'Sandbox', Color: 'red' }, 'PUT'),
  ).toMatchObject([200, { ID: 1, Color: 'red', ServerLink: 'https://postmarkapp.com/servers/1/streams' }]);
});

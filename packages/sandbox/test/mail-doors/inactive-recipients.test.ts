import { afterAll, beforeAll, expect, it } from 'vitest';
import { type MailService, startMailService } from '../../src/mail/service/service.ts';
import { postMail } from './post-mail.ts';

let service: MailService;

beforeAll(async () => {
  service = await startMailService();
});
afterAll(() => service.close());

it('a mail that Postmark refuses for its inactive recipient is not among the sent ones', async () => {
  const ask = (path: string, body?: unknown, method?: string) =>
    postMail(service, 'postmark', path, body, method);
  await ask('/message-streams/outbound/suppressions', {
    Suppressions: [{ EmailAddress: 'gone@example.com' }],
  });
  const mail = { From: 'ann@acme.dev', To: 'gone@example.com', Subject: 'To nobody', TextBody: 'x' };
  expect(await ask('/email', mail)).toMatchObject([422, { ErrorCode: 406 }]);
  const [, list] = await ask('/messages/outbound?count=50&offset=0', undefined, 'GET');
  expect(JSON.stringify(list)).not.toContain('To nobody');
});

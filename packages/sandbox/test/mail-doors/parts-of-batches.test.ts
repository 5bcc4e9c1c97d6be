// A batch whose response has a result for each mail: what fails at one mail says nothing about the others.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StatementSync } from 'node:sqlite';
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type MailService, startMailService } from '../../src/mail/service/service.ts';
import { postMail } from './post-mail.ts';

const folder = mkdtempSync(join(tmpdir(), 'sandbox-parts-'));
let service: MailService;
beforeEach(async () => {
  vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
  service = await startMailService({ data: mkdtempSync(join(folder, 'data-')) });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await service.close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const [ann, bob] = ['ann@acme.dev', 'bob@example.com'];
const subjects = ['First', 'Second', 'Third'];
const mails = (toMail: (subject: string) => object) => subjects.map(toMail);

interface Batch {
  readonly path: string;
  readonly body: object;
  /** The statuses in the response. */
  readonly statuses: (answer: never) => unknown;
  readonly expected: unknown;
}

const batches: Readonly<Record<string, Batch>> = {
  postmark: {
    path: '/email/batch',
    body: mails((Subject) => ({ From: ann, To: bob, Subject, TextBody: 'Hi' })),
    statuses: (answer: { ErrorCode: number; Message: string }[]) =>
      answer.map(({ ErrorCode, Message }) => (ErrorCode === 0 ? Message : 'error')),
    expected: ['OK', 'error', 'OK'],
  },
  mailjet: {
    path: '/v3.1/send',
    body: {
      Messages: mails((Subject) => ({
        ...{ From: { Email: ann }, To: [{ Email: bob }] },
        ...{ Subject, TextPart: 'Hi' },
      })),
    },
    statuses: ({ Messages }: { Messages: { Status: string }[] }) => Messages.map(({ Status }) => Status),
    expected: ['success', 'error', 'success'],
  },
  mailtrap: {
    path: '/api/batch',
    body: {
      base: { from: { email: ann }, text: 'Hi' },
      requests: mails((subject) => ({ to: [{ email: bob }], subject })),
    },
    statuses: ({ responses }: { responses: { success: boolean }[] }) =>
      responses.map(({ success }) => success),
    expected: [true, false, true],
  },
  ses: {
    path: '/v2/email/outbound-bulk-emails',
    body: {
      FromEmailAddress: ann,
      DefaultContent: {
        Template: { TemplateContent: { Subject: '{{s}}', Text: 'Hi' }, TemplateData: '{}' },
      },
      BulkEmailEntries: mails((s) => ({
        Destination: { ToAddresses: [bob] },
        ReplacementEmailContent: {
          ReplacementTemplate: { ReplacementTemplateData: JSON.stringify({ s }) },
        },
      })),
    },
    statuses: (answer: { BulkEmailEntryResults: { Status: string }[] }) =>
      answer.BulkEmailEntryResults.map(({ Status }) => Status),
    // `BulkEmailStatus` of @aws-sdk/client-sesv2 3.1169.0.
    expected: ['SUCCESS', 'TRANSIENT_FAILURE', 'SUCCESS'],
  },
};

it.each(Object.entries(batches))(
  '%s: a mail that cannot be kept is its own error',
  async (name, { path, body, statuses, expected }) => {
    const write = StatementSync.prototype.run;
    vi.spyOn(StatementSync.prototype, 'run').mockImplementation(function (this: StatementSync, ...row) {
      if (row.join(' ').includes('Second')) throw new Error('database or disk is full');
      return write.apply(this, row as never);
    });
    const [status, answer] = await postMail(service, name, path, body);
    expect([status, statuses(answer as never)]).toEqual([200, expected]);
    expect(service.mailbox.list().map(({ parsed }) => parsed.subject)).toEqual(['First', 'Third']);
    expect(process.emitWarning).toHaveBeenCalledWith('A part of a batch failed: database or disk is full');
  },
);

it('mailersend: a mail beyond the space for it is an error of the bulk', async () => {
  const text = '{{ x }}'.repeat(200);
  const mail = (subject: string) => ({
    ...{ from: { email: ann }, to: [{ email: bob }], subject, text },
    personalization: [{ email: bob, data: { x: subject === 'Second' ? 'x'.repeat(100_000) : 'Hi' } }],
  });
  const [status, answer] = await postMail(service, 'mailersend', '/bulk-email', mails(mail));
  expect(status).toBe(202);
  const { bulk_email_id } = answer as { bulk_email_id: string };
  expect(
    await postMail(service, 'mailersend', `/bulk-email/${bulk_email_id}`, undefined, 'GET'),
  ).toMatchObject([
    200,
    { data: { validation_errors: { 'message.1': expect.stringContaining('too large') } } },
  ]);
  expect(service.mailbox.list().map(({ parsed }) => parsed.subject)).toEqual(['First', 'Third']);
});

// The services with batch requests: their drivers, and the answer to a batch, entry by entry.
import type { FakeHttpAnswer } from '@org/core/testing';
import { brevo } from '../../src/drivers/brevo/index.ts';
import { elasticemail } from '../../src/drivers/elasticemail/index.ts';
import { mailgun } from '../../src/drivers/mailgun/index.ts';
import { mailjet } from '../../src/drivers/mailjet/index.ts';
import { postmark } from '../../src/drivers/postmark/index.ts';
import { resend } from '../../src/drivers/resend/index.ts';
import { sendgrid } from '../../src/drivers/sendgrid/index.ts';
import { ses } from '../../src/drivers/ses/index.ts';
import type { EmailDriver, EmailMessage } from '../../src/index.ts';

/** An entry of an answer: the recipient of its message, and the id of its mail. */
export interface BatchEntry {
  readonly to: string;
  readonly id: string;
}

export interface BatchService {
  readonly driver: EmailDriver;
  /** The entries of an answer: in order, with the names of their recipients, or one id for all. */
  readonly entries: 'ordered' | 'named' | 'none';
  answer(entries: readonly BatchEntry[], isBatch?: boolean): FakeHttpAnswer;
}

const apiKey = 'a_key';
const idsOf = (entries: readonly BatchEntry[]) => entries.map(({ id }) => id);

/** The public source of each shape. */
export const batchServices: Readonly<Record<string, BatchService>> = {
  // getbrevo/brevo-go, api/swagger.yaml, createSmtpEmail: "version wise message ID's".
  brevo: {
    driver: brevo({ apiKey }) as EmailDriver,
    entries: 'ordered',
    answer: (entries, isBatch = true) => ({
      status: 201,
      json: isBatch ? { messageIds: idsOf(entries) } : { messageId: entries[0]?.id },
    }),
  },
  // elasticemail.com/developers, EmailSend: one TransactionID for a bulk request.
  elasticemail: {
    driver: elasticemail({ apiKey }) as EmailDriver,
    entries: 'none',
    answer: () => ({ json: { TransactionID: 't-1', MessageID: 'm-1' } }),
  },
  // documentation.mailgun.com, "Batch sending": one id for all recipients.
  mailgun: {
    driver: mailgun({ apiKey, domain: 'mg.acme.dev' }) as EmailDriver,
    entries: 'none',
    answer: () => ({ json: { id: '<m-1@mg.acme.dev>', message: 'Queued. Thank you.' } }),
  },
  // dev.mailjet.com, "Send API v3.1": one item for each message, with its recipients.
  mailjet: {
    driver: mailjet({ apiKey, secretKey: 's_key' }) as EmailDriver,
    entries: 'named',
    answer: (entries) => ({
      json: {
        Messages: entries.map(({ to, id }) => ({ Status: 'success', To: [{ Email: to, MessageUUID: id }] })),
      },
    }),
  },
  // postmarkapp.com/developer/api/email-api, "Send batch emails": one item for each message, with its `To`.
  postmark: {
    driver: postmark({ apiKey }) as EmailDriver,
    entries: 'named',
    answer(entries, isBatch = true) {
      const all = entries.map(({ to, id }) => ({ ErrorCode: 0, Message: 'OK', MessageID: id, To: to }));
      return { json: isBatch ? all : all[0] };
    },
  },
  // resend.com/docs/api-reference/emails/send-batch-emails: `data` has the ids in order.
  resend: {
    driver: resend({ apiKey }) as EmailDriver,
    entries: 'ordered',
    answer: (entries, isBatch = true) => ({
      json: isBatch ? { data: entries.map(({ id }) => ({ id })) } : { id: entries[0]?.id },
    }),
  },
  // sendgrid.com/docs/api-reference, "Mail Send": 202 without a body.
  sendgrid: {
    driver: sendgrid({ apiKey }) as EmailDriver,
    entries: 'none',
    answer: () => ({ status: 202, headers: { 'x-message-id': 'm-1' } }),
  },
  // docs.aws.amazon.com, SES API v2, "SendBulkEmail": "one object per intended recipient", in order.
  ses: {
    driver: ses({
      region: 'eu-west-1',
      credentials: { accessKeyId: 'AKIAEXAMPLE', secretAccessKey: 's' },
    }) as EmailDriver,
    entries: 'ordered',
    answer: (entries, isBatch = true) => ({
      json: isBatch
        ? { BulkEmailEntryResults: entries.map(({ id }) => ({ Status: 'SUCCESS', MessageId: id })) }
        : { MessageId: entries[0]?.id },
    }),
  },
};

/** A message to one recipient, which goes out in a batch of every service. */
export function batchMessage(service: string, to: string): EmailMessage {
  if (service === 'ses') return { from: 'ann@acme.dev', to, template: { id: 'Welcome' } } as EmailMessage;
  return { from: 'ann@acme.dev', to, subject: 'Hi', html: '<p>Hi</p>' };
}

import { plunk } from '@org/email/plunk';
import { smtp } from '@org/email/smtp';
import { type ReceivedMail, testEmailDriver } from '@org/email/testing';
import { describe, expect, it } from 'vitest';
import type { MailAttachment } from '../../sandbox/src/mail/parse-message.ts';
import { type MailService, startMailService } from '../../sandbox/src/mail/service.ts';

function readMailbox({ mailbox }: MailService): ReceivedMail[] {
  return mailbox.list().map(({ envelope, parsed, raw }) => ({
    envelope,
    subject: parsed.subject,
    html: parsed.html,
    text: parsed.text,
    headers: readHeaders(raw),
    attachments: parsed.attachments
      .filter((part) => !isAlternative(part))
      .map(({ filename, content, contentId }) => ({ filename: filename ?? '', content, contentId })),
    alternatives: parsed.attachments.filter(isAlternative).map(({ contentType, content }) => ({
      contentType,
      // The parser turns the line breaks of a text into LF.
      content: new TextDecoder().decode(content).replace(/\r?\n/g, '\r\n'),
    })),
  }));
}

/** A part of multipart/alternative is not a file. */
function isAlternative({ filename, disposition }: MailAttachment): boolean {
  return filename === undefined && disposition === undefined;
}

function readHeaders(raw: Uint8Array): Map<string, string> {
  const [head = ''] = new TextDecoder().decode(raw).split('\r\n\r\n');
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n');
  return new Map(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
  );
}

testEmailDriver({ describe, it, expect }, 'plunk', async () => {
  const service = await startMailService();
  const options = { baseUrl: service.apiUrl };
  return {
    driver: plunk({ ...options, apiKey: service.apiKey, webhookSecret: 'shared' }),
    driverWithWrongCredential: plunk({ ...options, apiKey: 'sk_somebody_else' }),
    received: () => readMailbox(service),
    close: () => service.close(),
    template: { from: 'Ann <ann@acme.dev>' },
    eventFilter: () => ({ recipient: 'bob@example.com' }),
    webhook: {
      payload: {
        contact: { email: 'bob@example.com', subscribed: true, data: {} },
        workflow: { id: 'w1', name: 'Deliveries' },
        execution: { id: 'x1', startedAt: '2026-01-15T10:30:01.000Z' },
        event: { emailId: 'e1', deliveredAt: '2026-01-15T10:30:00.000Z', sourceType: 'TRANSACTIONAL' },
      },
      event: { type: 'delivered', messageId: 'e1', recipient: 'bob@example.com' },
    },
  };
});

testEmailDriver({ describe, it, expect }, 'smtp', async () => {
  const service = await startMailService();
  return {
    driver: smtp(service.smtp),
    driverWithWrongCredential: smtp({ ...service.smtp, password: 'somebody else' }),
    received: () => readMailbox(service),
    close: () => service.close(),
  };
});

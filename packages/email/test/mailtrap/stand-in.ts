// Mailtrap's sending and batch endpoints as its OpenAPI documents (June 2026) describe them.
import type { ReceivedMail } from '@org/email/testing';
import { type JsonService, startJsonService } from '../support/json-service.ts';
import { arrived, formatted, type Mailbox } from '../support/mail-service.ts';

interface WireMail {
  readonly from: Mailbox;
  readonly to?: readonly Mailbox[];
  readonly cc?: readonly Mailbox[];
  readonly bcc?: readonly Mailbox[];
  readonly reply_to?: Mailbox;
  readonly subject?: string;
  readonly html?: string;
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly attachments?: readonly { filename: string; content: string; content_id?: string }[];
  readonly custom_variables?: Readonly<Record<string, string>>;
  readonly category?: string;
}

export interface MailtrapStandIn extends JsonService {
  readonly mails: readonly ReceivedMail[];
}

export async function startMailtrap(): Promise<MailtrapStandIn> {
  const mails: ReceivedMail[] = [];
  let ids = 0;
  const accept = (wire: WireMail) => {
    const mail = toMail(wire);
    mails.push(mail);
    const message_ids = mail.envelope.to.map(() => {
      ids += 1;
      return `id-${ids}`;
    });
    return { success: true, message_ids };
  };
  const service = await startJsonService(
    {
      'POST /api/send': ({ json }) => [200, accept(json<WireMail>())],
      'POST /api/batch': ({ json }) => {
        const { requests } = json<{ requests: readonly WireMail[] }>();
        return [200, { success: true, responses: requests.map(accept) }];
      },
    },
    ({ authorization }) =>
      authorization === 'Bearer mt-good' ? undefined : [401, { success: false, errors: ['Unauthorized'] }],
    [404, { success: false, errors: ['Not Found'] }],
  );
  return { ...service, mails };
}

function toMail(wire: WireMail): ReceivedMail {
  const { from, to = [], cc, bcc, subject, html, text, headers, attachments = [], category } = wire;
  return arrived({
    from,
    to,
    cc,
    bcc,
    replyTo: wire.reply_to && formatted(wire.reply_to),
    subject,
    html,
    text,
    headers,
    files: attachments.map(({ filename, content, content_id }) => ({
      name: filename,
      content,
      contentId: content_id,
    })),
    rest: { tags: category === undefined ? undefined : [category], metadata: wire.custom_variables },
  });
}

// Cloudflare's Email Sending API as its documentation (November 2026) describes it, and a Worker's binding.
import type { CloudflareBinding } from '@org/email/cloudflare';
import type { ReceivedMail } from '@org/email/testing';
import { type JsonService, startJsonService } from '../support/json-service.ts';
import { arrived, formatted, type Mailbox } from '../support/mail-service.ts';

interface Address {
  readonly address: string;
  readonly name?: string;
}

interface Mail<Party> {
  readonly from: Party;
  readonly to?: readonly Party[];
  readonly cc?: readonly Party[];
  readonly bcc?: readonly Party[];
  readonly subject: string;
  readonly html?: string;
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

interface RestMail extends Mail<Address> {
  readonly reply_to?: Address;
  readonly attachments?: readonly { filename: string; content: string; content_id?: string }[];
}

interface BindingMail extends Mail<Mailbox> {
  readonly replyTo?: Mailbox;
  readonly attachments?: readonly { filename: string; content: ArrayBuffer; contentId?: string }[];
}

export interface CloudflareStandIn extends JsonService {
  readonly mails: readonly ReceivedMail[];
}

const mailbox = ({ address, name }: Address) => ({ email: address, ...(name === undefined ? {} : { name }) });

function toMail({ from, to = [], cc = [], bcc = [], reply_to, attachments = [], ...rest }: RestMail) {
  return arrived({
    ...rest,
    from: mailbox(from),
    to: to.map(mailbox),
    cc: cc.map(mailbox),
    bcc: bcc.map(mailbox),
    replyTo: reply_to && formatted(mailbox(reply_to)),
    files: attachments.map(({ filename, content, content_id }) => ({
      name: filename,
      content,
      contentId: content_id,
    })),
  });
}

const envelope = (result: unknown, more: object = {}) => ({
  success: true,
  errors: [],
  messages: [],
  result,
  ...more,
});

export async function startCloudflare(): Promise<CloudflareStandIn> {
  const mails: ReceivedMail[] = [];
  const suppressed: string[] = [];
  const service = await startJsonService(
    {
      'POST /accounts/a1/email/sending/send': ({ json }) => {
        const mail = toMail(json<RestMail>());
        mails.push(mail);
        const message_id = `<${mails.length}@acme.dev>`;
        const result = { delivered: [], permanent_bounces: [], queued: mail.envelope.to, message_id };
        return [200, envelope(result)];
      },
      'GET /accounts/a1/email/sending/suppressions': ({ query }) => {
        const [email, start] = [query.get('email'), Number(query.get('cursor') ?? 0)];
        const size = Number(query.get('per_page') ?? 100);
        const all = suppressed.filter((each) => email === null || each === email);
        const page = all.slice(start, start + size).map((each) => ({ email: each, reason: 'manual' }));
        const next_cursor = start + size < all.length ? `${start + size}` : null;
        return [200, envelope(page, { result_info: { next_cursor } })];
      },
      'POST /accounts/a1/email/sending/suppressions': ({ json }) => {
        const { email } = json<{ readonly email: string }>();
        suppressed.push(email);
        return [200, envelope({ id: `s-${suppressed.length}`, email, reason: 'manual' })];
      },
    },
    ({ authorization }) =>
      authorization === 'Bearer cf-good'
        ? undefined
        : [401, { success: false, errors: [{ code: 10101, message: 'unauthorized' }], result: null }],
    [404, { success: false, errors: [{ code: 10000, message: 'not_found' }], result: null }],
  );
  return { ...service, mails };
}

/** A binding that keeps the mails. */
export function createBinding(): CloudflareBinding & { readonly mails: readonly ReceivedMail[] } {
  const mails: ReceivedMail[] = [];
  return {
    mails,
    async send(message: unknown) {
      const { replyTo, attachments = [], ...rest } = message as BindingMail;
      const { from, to = [], cc = [], bcc = [] } = rest;
      mails.push(
        arrived({
          ...rest,
          from,
          to,
          cc,
          bcc,
          replyTo: replyTo && formatted(replyTo),
          files: attachments.map(({ filename, content, contentId }) => ({
            name: filename,
            content: Buffer.from(content).toString('base64'),
            contentId,
          })),
        }),
      );
      return { messageId: `<${mails.length}@acme.dev>` };
    },
  };
}

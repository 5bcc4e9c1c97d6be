import type { ReceivedMail } from '@org/email/testing';
import type { Reply, Routes } from '../support/json-service.ts';
import { refuse } from './stand-in-words.ts';

interface Address {
  readonly email: string;
  readonly name?: string;
}

interface Personalization {
  readonly to: readonly Address[];
  readonly cc?: readonly Address[];
  readonly bcc?: readonly Address[];
  readonly subject?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly custom_args?: Readonly<Record<string, string>>;
  readonly dynamic_template_data?: Readonly<Record<string, unknown>>;
}

export interface SendGridMail {
  readonly personalizations: readonly Personalization[];
  readonly from: Address;
  readonly reply_to?: Address;
  readonly reply_to_list?: readonly Address[];
  readonly subject?: string;
  readonly content?: readonly { readonly type: string; readonly value: string }[];
  readonly attachments?: readonly {
    readonly content: string;
    readonly filename: string;
    readonly type: string;
  }[];
  readonly template_id?: string;
  readonly categories?: readonly string[];
  readonly send_at?: number;
  readonly batch_id?: string;
  readonly asm?: { readonly group_id: number };
  readonly mail_settings?: { readonly sandbox_mode?: { readonly enable: boolean } };
  readonly tracking_settings?: {
    readonly click_tracking?: { readonly enable: boolean };
    readonly open_tracking?: { readonly enable: boolean };
  };
}

export interface SendGridMails {
  /** What went out. */
  readonly mails: readonly ReceivedMail[];
  /** Every accepted `POST /v3/mail/send`. */
  readonly requests: readonly SendGridMail[];
}

interface Activity {
  readonly msg_id: string;
  readonly to_email: string;
  readonly from_email: string;
  readonly subject: string;
  readonly ownId: string;
}

/** A template's content, filled. */
export type ContentOf = (
  id: string,
  variables: Readonly<Record<string, unknown>>,
) => { readonly subject: string; readonly html: string } | undefined;

export function createMailRoutes(contentOf: ContentOf) {
  const mails: ReceivedMail[] = [];
  const requests: SendGridMail[] = [];
  const activity: Activity[] = [];
  const batches = new Set<string>();

  const problemOf = (mail: SendGridMail): Reply | undefined => {
    const types = mail.content?.map(({ type }) => type) ?? [];
    if (!mail.from?.email) return refuse(400, 'The from object must be provided.', 'from.email');
    if (types.indexOf('text/plain') > 0) return refuse(400, 'text/plain must be first.', 'content');
    if (types.length === 0 && mail.template_id === undefined)
      return refuse(400, 'Content is required.', 'content');
    if (mail.batch_id !== undefined && !batches.has(mail.batch_id))
      return refuse(400, 'The batch id is unknown.', 'batch_id');
    if (mail.personalizations.length > 1_000)
      return refuse(400, 'At most 1000 personalizations.', 'personalizations');
    const files = mail.attachments?.map(({ type }) => type) ?? [];
    const wrong = [...types, ...files].find((type) => type.replace('; method=', '').includes(';'));
    if (wrong !== undefined)
      return refuse(400, "The attachment type cannot contain ';', or CRLF characters.", 'attachments.0.type');
    if (mail.attachments?.some(({ content }) => content === ''))
      return refuse(
        400,
        'The attachment content must be a string at least one character in length.',
        'attachments',
      );
    return undefined;
  };

  const send: Routes[string] = (request) => {
    const mail = request.json<SendGridMail>();
    const problem = problemOf(mail);
    if (problem !== undefined) return problem;
    if (mail.mail_settings?.sandbox_mode?.enable) return [200];
    requests.push(mail);
    const id = `ship-${requests.length}`;
    for (const [index, one] of mail.personalizations.entries()) {
      const content = contentOf(mail.template_id ?? '', one.dynamic_template_data ?? {});
      if (mail.send_at === undefined && !isDropped(one)) mails.push(toMail(mail, one, content));
      activity.push({
        msg_id: `${id}.filter-${index}`,
        to_email: one.to[0]?.email ?? '',
        from_email: mail.from.email,
        subject: one.subject ?? mail.subject ?? '',
        ownId: one.custom_args?.['org_message_id'] ?? '',
      });
    }
    return [202, undefined, { 'x-message-id': id }];
  };

  const routes: Routes = {
    'POST /v3/mail/send': send,
    'POST /v3/mail/batch': () => {
      const batchId = `batch${batches.size + 1}`;
      batches.add(batchId);
      return [201, { batch_id: batchId }];
    },
    'POST /v3/user/scheduled_sends': (request) => {
      const change = request.json<{ readonly batch_id: string }>();
      return batches.has(change.batch_id) ? [201, change] : refuse(400, 'batch id not found');
    },
    'GET /v3/messages': ({ query }) => {
      const [, wanted = ''] =
        /unique_args\['org_message_id'\]="([^"]+)"/.exec(query.get('query') ?? '') ?? [];
      const found = activity.filter(({ ownId }) => ownId === wanted);
      const messages = found.map(({ ownId: _, ...message }) => ({
        ...message,
        status: 'delivered',
        opens_count: 0,
        clicks_count: 0,
        last_event_time: '2030-01-02T03:04:06Z',
      }));
      return [200, { messages: messages.slice(0, Number(query.get('limit') ?? 10)) }];
    },
    'GET /v3/messages/*': (_request, id) => {
      const found = activity.find(({ msg_id }) => msg_id === id);
      if (found === undefined) return refuse(404, 'message not found');
      const { ownId: _, ...message } = found;
      const events = [
        { event_name: 'processed', processed: '2030-01-02T03:04:05Z' },
        { event_name: 'delivered', processed: '2030-01-02T03:04:06Z', reason: '250 OK' },
      ];
      return [200, { ...message, status: 'delivered', events }];
    },
  };
  return { routes, mails, requests };
}

/** Names of recipients are written as they are: of `Doe, Bob`, the address is `Doe`. */
const isDropped = ({ to, cc = [], bcc = [] }: Personalization) =>
  [...to, ...cc, ...bcc].some(({ name = '' }) => /[,;]/.test(name.replace(/"(?:[^"\\]|\\.)*"/g, '')));

const line = ({ email, name }: Address) => (name === undefined ? email : `${name} <${email}>`);
const lines = (list: readonly Address[] = []) => list.map(line).join(', ');

function toMail(mail: SendGridMail, one: Personalization, template: ReturnType<ContentOf>): ReceivedMail {
  const { from, content = [], attachments = [], tracking_settings: tracking } = mail;
  const part = (type: string) => content.find((item) => item.type === type)?.value;
  const { org_message_id: _, ...metadata } = one.custom_args ?? {};
  const replyTo = mail.reply_to_list ?? (mail.reply_to === undefined ? [] : [mail.reply_to]);
  const switches = { opens: tracking?.open_tracking?.enable, clicks: tracking?.click_tracking?.enable };
  return {
    envelope: {
      from: from.email,
      to: [...one.to, ...(one.cc ?? []), ...(one.bcc ?? [])].map(({ email }) => email),
    },
    subject: template?.subject ?? one.subject ?? mail.subject,
    html: template?.html ?? part('text/html'),
    text: part('text/plain'),
    alternatives: content
      .filter(({ type }) => !/^text\/(?:plain|html)$/.test(type))
      .map(({ type, value }) => ({ contentType: type, content: value })),
    headers: new Map([
      ['from', line(from)],
      ['to', lines(one.to)],
      ['cc', lines(one.cc)],
      ['reply-to', lines(replyTo)],
      ...Object.entries(one.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value] as const),
    ]),
    attachments: attachments.map((attachment) => ({
      filename: attachment.filename,
      content: Buffer.from(attachment.content, 'base64'),
    })),
    tags: mail.categories,
    metadata,
    tracking: Object.fromEntries(Object.entries(switches).filter(([, value]) => value !== undefined)),
    stream: mail.asm === undefined ? undefined : String(mail.asm.group_id),
  };
}

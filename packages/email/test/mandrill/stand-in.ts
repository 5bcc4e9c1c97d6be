// Mandrill's API 1.4 as its OpenAPI document (April 2026) describes it: the key is in the body.
import type { ReceivedMail } from '@org/email/testing';
import { type JsonService, type Reply, startJsonService } from '../support/json-service.ts';
import { arrived, given, type Mailbox } from '../support/mail-service.ts';

interface WireFile {
  readonly name: string;
  readonly content: string;
}

interface WireMessage {
  readonly from_email: string;
  readonly from_name?: string;
  readonly to: readonly (Mailbox & { readonly type: 'to' | 'cc' | 'bcc' })[];
  readonly subject?: string;
  readonly html?: string;
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly track_opens?: boolean;
  readonly track_clicks?: boolean;
  readonly tags?: readonly string[];
  readonly metadata?: Readonly<Record<string, string>>;
  readonly attachments?: readonly WireFile[];
  readonly images?: readonly WireFile[];
}

interface SendBody {
  readonly message: WireMessage;
  readonly send_at?: string;
}

export interface MandrillStandIn extends JsonService {
  readonly mails: readonly ReceivedMail[];
}

const invalidKey: Reply = [
  401,
  { status: 'error', code: 401, name: 'Invalid_Key', message: 'Invalid API key' },
];

export async function startMandrill(): Promise<MandrillStandIn> {
  const mails: ReceivedMail[] = [];
  const denied = new Set<string>();
  let ids = 0;
  const keyed =
    <Body>(run: (body: Body) => unknown) =>
    ({ json }: { json<Value>(): Value }): Reply => {
      const body = json<Body & { readonly key?: string }>();
      return body.key === 'md-good' ? [200, run(body)] : invalidKey;
    };
  const send = keyed(({ message, send_at }: SendBody) => {
    if (send_at === undefined) mails.push(toMail(message));
    const status = send_at === undefined ? 'sent' : 'scheduled';
    return message.to.map(({ email }) => {
      ids += 1;
      return { email, status, _id: `id-${ids}`, reject_reason: null };
    });
  });
  const service = await startJsonService(
    {
      'POST /messages/send': send,
      'POST /messages/send-template': send,
      'POST /rejects/list': keyed(({ email }: Mailbox) =>
        denied.has(email) ? [{ email, reason: 'custom', created_at: '2026-01-15 10:30:00' }] : [],
      ),
      'POST /rejects/add': keyed(({ email }: Mailbox) => ({ email, added: Boolean(denied.add(email)) })),
      'POST /rejects/delete': keyed(({ email }: Mailbox) => ({ email, deleted: denied.delete(email) })),
    },
    () => undefined,
    [404, { status: 'error', name: 'Not_Found' }],
  );
  return { ...service, mails };
}

function toMail(wire: WireMessage): ReceivedMail {
  const { headers = {}, attachments = [], images = [], tags, metadata } = wire;
  const of = (kind: string) => wire.to.filter(({ type }) => type === kind);
  return arrived({
    from: { email: wire.from_email, ...(wire.from_name === undefined ? {} : { name: wire.from_name }) },
    to: of('to'),
    cc: of('cc'),
    bcc: of('bcc'),
    replyTo: headers['Reply-To'],
    subject: wire.subject,
    html: wire.html,
    text: wire.text,
    headers,
    files: [...attachments, ...images.map((image) => ({ ...image, contentId: image.name }))],
    rest: { tags, metadata, tracking: given({ opens: wire.track_opens, clicks: wire.track_clicks }) },
  });
}

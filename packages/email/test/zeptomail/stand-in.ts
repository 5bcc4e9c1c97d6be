// ZeptoMail's API 1.1 as its help pages and swoosh (2026) describe it.
import type { ReceivedMail } from '@org/email/testing';
import { type JsonService, startJsonService } from '../support/json-service.ts';
import { arrived, formatted, given } from '../support/mail-service.ts';

interface Address {
  readonly address: string;
  readonly name?: string;
}

interface WireFile {
  readonly name: string;
  readonly content: string;
  readonly cid?: string;
}

type Recipients = readonly { readonly email_address: Address }[];

interface SendBody {
  readonly from: Address;
  readonly to?: Recipients;
  readonly cc?: Recipients;
  readonly bcc?: Recipients;
  readonly reply_to?: readonly Address[];
  readonly subject: string;
  readonly htmlbody?: string;
  readonly textbody?: string;
  readonly attachments?: readonly WireFile[];
  readonly inline_images?: readonly WireFile[];
  readonly mime_headers?: Readonly<Record<string, string>>;
  readonly track_opens?: boolean;
  readonly track_clicks?: boolean;
}

export interface ZeptoMailStandIn extends JsonService {
  readonly mails: readonly ReceivedMail[];
}

const mailbox = ({ address, name }: Address) => ({ email: address, ...(name === undefined ? {} : { name }) });
const mailboxes = (recipients: Recipients = []) => recipients.map((each) => mailbox(each.email_address));

export async function startZeptoMail(): Promise<ZeptoMailStandIn> {
  const mails: ReceivedMail[] = [];
  const service = await startJsonService(
    {
      'POST /email': ({ json }) => {
        mails.push(toMail(json<SendBody>()));
        const data = [{ code: 'EM_104', additional_info: [], message: 'Email request received' }];
        return [201, { data, message: 'OK', request_id: `id-${mails.length}`, object: 'email' }];
      },
    },
    ({ authorization }) =>
      authorization === 'Zoho-enczapikey ze-good'
        ? undefined
        : [401, { error: { code: 'TM_4001', details: [], message: 'Access Denied' } }],
    [404, { error: { code: 'TM_404', details: [], message: 'Not found' } }],
  );
  return { ...service, mails };
}

function toMail(wire: SendBody): ReceivedMail {
  return arrived({
    from: mailbox(wire.from),
    to: mailboxes(wire.to),
    cc: mailboxes(wire.cc),
    bcc: mailboxes(wire.bcc),
    replyTo: wire.reply_to?.map((each) => formatted(mailbox(each))).join(', '),
    subject: wire.subject,
    html: wire.htmlbody,
    text: wire.textbody,
    headers: wire.mime_headers,
    files: [...(wire.attachments ?? []), ...(wire.inline_images ?? [])].map(({ cid, ...file }) => ({
      ...file,
      contentId: cid,
    })),
    rest: { tracking: given({ opens: wire.track_opens, clicks: wire.track_clicks }) },
  });
}

// Azure's Email API as its description (2025-09-01) has it, with the check of signatures of its own.
import { createHash, createHmac } from 'node:crypto';
import type { ReceivedMail } from '@org/email/testing';
import {
  type JsonService,
  type Reply,
  type ServiceRequest,
  startJsonService,
} from '../support/json-service.ts';
import { arrived, formatted } from '../support/mail-service.ts';
import { goodKey } from './harness.ts';

interface Address {
  readonly address: string;
  readonly displayName?: string;
}

interface SendBody {
  readonly senderAddress: string;
  readonly content: { readonly subject: string; readonly plainText?: string; readonly html?: string };
  readonly recipients: {
    readonly to: readonly Address[];
    readonly cc?: readonly Address[];
    readonly bcc?: readonly Address[];
  };
  readonly replyTo?: readonly Address[];
  readonly headers?: Readonly<Record<string, string>>;
  readonly attachments?: readonly { name: string; contentInBase64: string; contentId?: string }[];
}

export interface AzureStandIn extends JsonService {
  readonly mails: readonly ReceivedMail[];
}

const mailbox = ({ address, displayName: name }: Address) => ({
  email: address,
  ...(name === undefined ? {} : { name }),
});

const path = '/emails:send';

/** The signature that the documentation describes, made anew. */
function isSigned({ headers, body }: ServiceRequest): boolean {
  const hash = createHash('sha256').update(body).digest('base64');
  const line = `${headers['x-ms-date']};${headers.host};${hash}`;
  const text = `POST\n${path}?api-version=2025-09-01\n${line}`;
  const signature = createHmac('sha256', Buffer.from(goodKey, 'base64')).update(text).digest('base64');
  return (
    headers['x-ms-content-sha256'] === hash &&
    headers.authorization ===
      `HMAC-SHA256 SignedHeaders=x-ms-date;host;x-ms-content-sha256&Signature=${signature}`
  );
}

export async function startAzure(): Promise<AzureStandIn> {
  const mails: ReceivedMail[] = [];
  const service = await startJsonService(
    {
      [`POST ${path}`]: (request): Reply => {
        if (!isSigned(request))
          return [401, { error: { code: 'Denied', message: 'Denied by the resource.' } }];
        mails.push(toMail(request.json<SendBody>()));
        return [202, { id: `id-${mails.length}`, status: 'Running' }, { 'retry-after': '1' }];
      },
    },
    () => undefined,
    [404, { error: { code: 'NotFound', message: 'Not found' } }],
  );
  return { ...service, mails };
}

function toMail({ senderAddress, content, recipients, replyTo, headers, attachments = [] }: SendBody) {
  const { to, cc = [], bcc = [] } = recipients;
  return arrived({
    from: { email: senderAddress },
    to: to.map(mailbox),
    cc: cc.map(mailbox),
    bcc: bcc.map(mailbox),
    replyTo: replyTo?.map((each) => formatted(mailbox(each))).join(', '),
    subject: content.subject,
    html: content.html,
    text: content.plainText,
    headers,
    files: attachments.map(({ name, contentInBase64, contentId }) => ({
      name,
      content: contentInBase64,
      contentId,
    })),
  });
}

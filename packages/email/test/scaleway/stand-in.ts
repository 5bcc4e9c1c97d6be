// Scaleway's Transactional Email API as its official SDK (2026) describes it.
import type { ReceivedMail } from '@org/email/testing';
import { type JsonService, startJsonService } from '../support/json-service.ts';
import { arrived, type Mailbox } from '../support/mail-service.ts';

interface SendBody {
  readonly project_id: string;
  readonly from: Mailbox;
  readonly to: readonly Mailbox[];
  readonly cc?: readonly Mailbox[];
  readonly bcc?: readonly Mailbox[];
  readonly subject: string;
  readonly html?: string;
  readonly text?: string;
  readonly attachments?: readonly { readonly name: string; readonly content: string }[];
  readonly additional_headers?: readonly { readonly key: string; readonly value: string }[];
}

export interface ScalewayStandIn extends JsonService {
  readonly mails: readonly ReceivedMail[];
}

export async function startScaleway(): Promise<ScalewayStandIn> {
  const mails: ReceivedMail[] = [];
  const service = await startJsonService(
    {
      'POST /transactional-email/v1alpha1/regions/fr-par/emails': ({ json }) => {
        const { additional_headers: lines = [], attachments, ...body } = json<SendBody>();
        const headers = Object.fromEntries(lines.map(({ key, value }) => [key, value]));
        const mail = arrived({ ...body, headers, replyTo: headers['Reply-To'], files: attachments ?? [] });
        mails.push(mail);
        const emails = mail.envelope.to.map((mail_rcpt, index) => ({
          id: `id-${mails.length}-${index + 1}`,
          project_id: body.project_id,
          mail_rcpt,
          status: 'new',
        }));
        return [200, { emails }];
      },
    },
    (headers) =>
      headers['x-auth-token'] === 'sc-good'
        ? undefined
        : [401, { type: 'denied_authentication', method: 'api_key', reason: 'not_found' }],
    [404, { type: 'not_found', resource: 'path' }],
  );
  return { ...service, mails };
}

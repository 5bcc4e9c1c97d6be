import * as full from '@org/email';
import { brevo } from '@org/email/brevo';
import * as brevoSend from '@org/email/brevo/send';
import { elasticemail } from '@org/email/elasticemail';
import * as elasticemailSend from '@org/email/elasticemail/send';
import { generic } from '@org/email/generic';
import * as genericSend from '@org/email/generic/send';
import { mailersend } from '@org/email/mailersend';
import * as mailersendSend from '@org/email/mailersend/send';
import { mailgun } from '@org/email/mailgun';
import * as mailgunSend from '@org/email/mailgun/send';
import { mailjet } from '@org/email/mailjet';
import * as mailjetSend from '@org/email/mailjet/send';
import { plunk } from '@org/email/plunk';
import * as plunkSend from '@org/email/plunk/send';
import { postmark } from '@org/email/postmark';
import * as postmarkSend from '@org/email/postmark/send';
import { resend } from '@org/email/resend';
import * as resendSend from '@org/email/resend/send';
import { sendgrid } from '@org/email/sendgrid';
import * as sendgridSend from '@org/email/sendgrid/send';
import { ses } from '@org/email/ses';
import * as sesSend from '@org/email/ses/send';

/** An acceptance, as the service words it. */
export interface Acceptance {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
}

type EngineOptions = Omit<full.EmailClientOptions<never>, 'driver'>;
type Open = (baseUrl: string, options?: EngineOptions) => Pick<full.EmailSendClient, 'send' | 'close'>;

/** One service through both of its entries. */
export interface Pair {
  readonly full: Open;
  readonly light: Open;
  readonly acceptance: Acceptance;
}

export const key = 'key-7f3a9c51e2';
const apiKey = key;

type Full = full.EmailClientOptions<full.EmailDriver['capabilities']>['driver'];
const openFull =
  (make: (baseUrl: string) => unknown): Open =>
  (baseUrl, options) =>
    full.createEmailClient({ ...options, driver: make(baseUrl) as Full });
const openLight =
  (create: unknown, make: (baseUrl: string) => unknown): Open =>
  (baseUrl, options) =>
    (create as (given: object) => ReturnType<Open>)({ ...options, driver: make(baseUrl) });

const table = (name: string, baseUrl: string) =>
  ({
    name,
    baseUrl,
    send: { path: '/send', fields: { from: 'from', to: 'to', subject: 's', html: 'h' }, id: 'id' },
  }) as const;
const awsKeys = { accessKeyId: 'AKIAIOSFODNN7EXAMPLE', secretAccessKey: key };

export const pairs: Readonly<Record<string, Pair>> = {
  brevo: {
    full: openFull((baseUrl) => brevo({ apiKey, baseUrl })),
    light: openLight(brevoSend.createEmailClient, (baseUrl) => brevoSend.brevo({ apiKey, baseUrl })),
    acceptance: { status: 201, json: { messageId: '<b1@mail.example>' } },
  },
  elasticemail: {
    full: openFull((baseUrl) => elasticemail({ apiKey, baseUrl })),
    light: openLight(elasticemailSend.createEmailClient, (baseUrl) =>
      elasticemailSend.elasticemail({ apiKey, baseUrl }),
    ),
    acceptance: { status: 200, json: { TransactionID: 't1', MessageID: 'm1' } },
  },
  generic: {
    full: openFull((baseUrl) => generic(table('acme', baseUrl), { apiKey })),
    light: openLight(genericSend.createEmailClient, (baseUrl) =>
      genericSend.generic(table('acme', baseUrl), { apiKey }),
    ),
    acceptance: { status: 200, json: { id: 'g1' } },
  },
  mailersend: {
    full: openFull((baseUrl) => mailersend({ apiKey, baseUrl })),
    light: openLight(mailersendSend.createEmailClient, (baseUrl) =>
      mailersendSend.mailersend({ apiKey, baseUrl }),
    ),
    acceptance: { status: 202, headers: { 'x-message-id': 'ms1' } },
  },
  mailgun: {
    full: openFull((baseUrl) => mailgun({ apiKey, baseUrl, domain: 'mg.acme.dev' })),
    light: openLight(mailgunSend.createEmailClient, (baseUrl) =>
      mailgunSend.mailgun({ apiKey, baseUrl, domain: 'mg.acme.dev' }),
    ),
    acceptance: { status: 200, json: { id: '<mg1@mg.acme.dev>', message: 'Queued. Thank you.' } },
  },
  mailjet: {
    full: openFull((baseUrl) => mailjet({ apiKey, secretKey: `${key}-2`, baseUrl })),
    light: openLight(mailjetSend.createEmailClient, (baseUrl) =>
      mailjetSend.mailjet({ apiKey, secretKey: `${key}-2`, baseUrl }),
    ),
    acceptance: {
      status: 200,
      json: {
        Messages: [
          {
            Status: 'success',
            To: [{ Email: 'bob@example.com', MessageUUID: 'u1', MessageID: 1, MessageHref: 'https://api' }],
            Cc: [],
            Bcc: [],
          },
        ],
      },
    },
  },
  plunk: {
    full: openFull((baseUrl) => plunk({ apiKey, baseUrl })),
    light: openLight(plunkSend.createEmailClient, (baseUrl) => plunkSend.plunk({ apiKey, baseUrl })),
    acceptance: {
      status: 200,
      json: { success: true, data: { emails: [{ contact: { email: 'bob@example.com' }, email: 'p1' }] } },
    },
  },
  postmark: {
    full: openFull((baseUrl) => postmark({ apiKey, baseUrl })),
    light: openLight(postmarkSend.createEmailClient, (baseUrl) => postmarkSend.postmark({ apiKey, baseUrl })),
    acceptance: {
      status: 200,
      json: { ErrorCode: 0, Message: 'OK', MessageID: 'pm1', To: 'bob@example.com' },
    },
  },
  resend: {
    full: openFull((baseUrl) => resend({ apiKey, baseUrl })),
    light: openLight(resendSend.createEmailClient, (baseUrl) => resendSend.resend({ apiKey, baseUrl })),
    acceptance: { status: 200, json: { id: 're1' } },
  },
  sendgrid: {
    full: openFull((baseUrl) => sendgrid({ apiKey, baseUrl })),
    light: openLight(sendgridSend.createEmailClient, (baseUrl) => sendgridSend.sendgrid({ apiKey, baseUrl })),
    acceptance: { status: 202, headers: { 'x-message-id': 'sg1' } },
  },
  ses: {
    full: openFull((baseUrl) => ses({ region: 'eu-west-1', credentials: awsKeys, baseUrl })),
    light: openLight(sesSend.createEmailClient, (baseUrl) =>
      sesSend.ses({ region: 'eu-west-1', credentials: awsKeys, baseUrl }),
    ),
    acceptance: { status: 200, headers: { 'x-amzn-requestid': 'r1' }, json: { MessageId: 's1' } },
  },
};

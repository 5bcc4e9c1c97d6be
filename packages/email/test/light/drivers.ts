import * as full from '@org/email';
import { azure } from '@org/email/azure';
import * as azureSend from '@org/email/azure/send';
import { brevo } from '@org/email/brevo';
import * as brevoSend from '@org/email/brevo/send';
import { cloudflare } from '@org/email/cloudflare';
import * as cloudflareSend from '@org/email/cloudflare/send';
import { elasticemail } from '@org/email/elasticemail';
import * as elasticemailSend from '@org/email/elasticemail/send';
import { generic } from '@org/email/generic';
import * as genericSend from '@org/email/generic/send';
import { loops } from '@org/email/loops';
import * as loopsSend from '@org/email/loops/send';
import { mailersend } from '@org/email/mailersend';
import * as mailersendSend from '@org/email/mailersend/send';
import { mailgun } from '@org/email/mailgun';
import * as mailgunSend from '@org/email/mailgun/send';
import { mailjet } from '@org/email/mailjet';
import * as mailjetSend from '@org/email/mailjet/send';
import { mailtrap } from '@org/email/mailtrap';
import * as mailtrapSend from '@org/email/mailtrap/send';
import { mandrill } from '@org/email/mandrill';
import * as mandrillSend from '@org/email/mandrill/send';
import { plunk } from '@org/email/plunk';
import * as plunkSend from '@org/email/plunk/send';
import { postmark } from '@org/email/postmark';
import * as postmarkSend from '@org/email/postmark/send';
import { resend } from '@org/email/resend';
import * as resendSend from '@org/email/resend/send';
import { scaleway } from '@org/email/scaleway';
import * as scalewaySend from '@org/email/scaleway/send';
import { sendgrid } from '@org/email/sendgrid';
import * as sendgridSend from '@org/email/sendgrid/send';
import { ses } from '@org/email/ses';
import * as sesSend from '@org/email/ses/send';
import { sparkpost } from '@org/email/sparkpost';
import * as sparkpostSend from '@org/email/sparkpost/send';
import { zeptomail } from '@org/email/zeptomail';
import * as zeptomailSend from '@org/email/zeptomail/send';
import { asStored } from '../support/stored-message.ts';

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
type Client = ReturnType<Open>;
type Create = (given: object) => Client;

/** The driver of both entries, with these options besides the key and the address. */
function pair<Options extends object>(
  create: (options: Options) => unknown,
  createSend: (options: Options) => unknown,
  createLight: unknown,
  acceptance: Acceptance,
  own: object = {},
): Pair {
  const optionsFor = (baseUrl: string) => ({ apiKey, baseUrl, ...own }) as unknown as Options;
  return {
    full: (baseUrl, options) =>
      full.createEmailClient({ ...options, driver: create(optionsFor(baseUrl)) as Full }),
    light: (baseUrl, options) =>
      (createLight as Create)({ ...options, driver: createSend(optionsFor(baseUrl)) }),
    acceptance,
  };
}

/** A service that sends templates alone. */
function storedOnly({ full: openFull, light, acceptance }: Pair): Pair {
  const adapted =
    (open: Open): Open =>
    (baseUrl, options) => {
      const email = open(baseUrl, options);
      return { send: (message, call) => email.send(asStored(message), call), close: () => email.close() };
    };
  return { full: adapted(openFull), light: adapted(light), acceptance };
}

const table = (baseUrl: string) =>
  ({
    name: 'acme',
    baseUrl,
    send: { path: '/send', fields: { from: 'from', to: 'to', subject: 's', html: 'h' }, id: 'id' },
  }) as const;
const withTable =
  (create: typeof generic | typeof genericSend.generic) =>
  ({ baseUrl }: { readonly baseUrl: string }) =>
    create(table(baseUrl), { apiKey });
const mailjetAcceptance = {
  Status: 'success',
  To: [{ Email: 'bob@example.com', MessageUUID: 'u1', MessageID: 1, MessageHref: 'https://api' }],
  Cc: [],
  Bcc: [],
};

export const pairs: Readonly<Record<string, Pair>> = {
  azure: pair(
    azure,
    azureSend.azure,
    azureSend.createEmailClient,
    { status: 202, json: { id: 'az1', status: 'Running' } },
    { apiKey: 'a2V5LTdmM2E5YzUxZTI=' },
  ),
  brevo: pair(brevo, brevoSend.brevo, brevoSend.createEmailClient, {
    status: 201,
    json: { messageId: '<b1@mail.example>' },
  }),
  cloudflare: pair(
    cloudflare,
    cloudflareSend.cloudflare,
    cloudflareSend.createEmailClient,
    {
      status: 200,
      json: {
        success: true,
        result: { delivered: [], permanent_bounces: [], queued: ['bob@example.com'], message_id: 'cf1' },
      },
    },
    { accountId: 'a1' },
  ),
  elasticemail: pair(elasticemail, elasticemailSend.elasticemail, elasticemailSend.createEmailClient, {
    status: 200,
    json: { TransactionID: 't1', MessageID: 'm1' },
  }),
  generic: pair(withTable(generic), withTable(genericSend.generic), genericSend.createEmailClient, {
    status: 200,
    json: { id: 'g1' },
  }),
  loops: storedOnly(
    pair(loops, loopsSend.loops, loopsSend.createEmailClient, { status: 200, json: { success: true } }),
  ),
  mailersend: pair(mailersend, mailersendSend.mailersend, mailersendSend.createEmailClient, {
    status: 202,
    headers: { 'x-message-id': 'ms1' },
  }),
  mailgun: pair(
    mailgun,
    mailgunSend.mailgun,
    mailgunSend.createEmailClient,
    { status: 200, json: { id: '<mg1@mg.acme.dev>', message: 'Queued. Thank you.' } },
    { domain: 'mg.acme.dev' },
  ),
  mailjet: pair(
    mailjet,
    mailjetSend.mailjet,
    mailjetSend.createEmailClient,
    { status: 200, json: { Messages: [mailjetAcceptance] } },
    { secretKey: `${key}-2` },
  ),
  mailtrap: pair(mailtrap, mailtrapSend.mailtrap, mailtrapSend.createEmailClient, {
    status: 200,
    json: { success: true, message_ids: ['mt1'] },
  }),
  mandrill: pair(mandrill, mandrillSend.mandrill, mandrillSend.createEmailClient, {
    status: 200,
    json: [{ email: 'bob@example.com', status: 'queued', _id: 'md1' }],
  }),
  plunk: pair(plunk, plunkSend.plunk, plunkSend.createEmailClient, {
    status: 200,
    json: { success: true, data: { emails: [{ contact: { email: 'bob@example.com' }, email: 'p1' }] } },
  }),
  postmark: pair(postmark, postmarkSend.postmark, postmarkSend.createEmailClient, {
    status: 200,
    json: { ErrorCode: 0, Message: 'OK', MessageID: 'pm1', To: 'bob@example.com' },
  }),
  resend: pair(resend, resendSend.resend, resendSend.createEmailClient, { status: 200, json: { id: 're1' } }),
  scaleway: pair(
    scaleway,
    scalewaySend.scaleway,
    scalewaySend.createEmailClient,
    { status: 200, json: { emails: [{ id: 'sc1', mail_rcpt: 'bob@example.com', status: 'new' }] } },
    { projectId: 'p1' },
  ),
  sendgrid: pair(sendgrid, sendgridSend.sendgrid, sendgridSend.createEmailClient, {
    status: 202,
    headers: { 'x-message-id': 'sg1' },
  }),
  ses: pair(
    ses,
    sesSend.ses,
    sesSend.createEmailClient,
    { status: 200, headers: { 'x-amzn-requestid': 'r1' }, json: { MessageId: 's1' } },
    {
      apiKey: undefined,
      region: 'eu-west-1',
      credentials: { accessKeyId: 'AKIAIOSFODNN7EXAMPLE', secretAccessKey: key },
    },
  ),
  sparkpost: pair(sparkpost, sparkpostSend.sparkpost, sparkpostSend.createEmailClient, {
    status: 200,
    json: { results: { id: 'sp1', total_accepted_recipients: 1, total_rejected_recipients: 0 } },
  }),
  zeptomail: pair(zeptomail, zeptomailSend.zeptomail, zeptomailSend.createEmailClient, {
    status: 201,
    json: { data: [{ code: 'EM_104' }], request_id: 'z1' },
  }),
};

// Every driver of an HTTP API: the one list that tests and tables of the documentation share.
import type { CredentialInput } from '@org/core';
import type { EmailDriver } from '@org/email';
import { azure } from '@org/email/azure';
import { brevo } from '@org/email/brevo';
import { cloudflare } from '@org/email/cloudflare';
import { elasticemail } from '@org/email/elasticemail';
import { generic } from '@org/email/generic';
import { loops } from '@org/email/loops';
import { mailersend } from '@org/email/mailersend';
import { mailgun } from '@org/email/mailgun';
import { mailjet } from '@org/email/mailjet';
import { mailtrap } from '@org/email/mailtrap';
import { mandrill } from '@org/email/mandrill';
import { plunk } from '@org/email/plunk';
import { postmark } from '@org/email/postmark';
import { resend } from '@org/email/resend';
import { scaleway } from '@org/email/scaleway';
import { sendgrid } from '@org/email/sendgrid';
import { ses } from '@org/email/ses';
import { sparkpost } from '@org/email/sparkpost';
import { zeptomail } from '@org/email/zeptomail';
import { acme } from '../generic/acme.ts';

/** What a driver may take. Each reads what it takes, and nothing else: tests count the secrets. */
interface Given {
  readonly apiKey: CredentialInput;
  readonly baseUrl?: string | undefined;
  readonly webhookSecret?: string | readonly string[] | undefined;
  /** Of a pair of keys. */
  readonly secondKey?: string | undefined;
  /** Of a session. */
  readonly token?: string | undefined;
}

const keyOf = ({ apiKey, baseUrl }: Given) => ({ apiKey, baseUrl });
const allOf = ({ apiKey, baseUrl, webhookSecret }: Given) => ({ apiKey, baseUrl, webhookSecret });

const create = {
  brevo: (given: Given) => brevo(allOf(given)),
  elasticemail: (given: Given) => elasticemail(allOf(given)),
  generic: ({ apiKey, baseUrl = acme.baseUrl }: Given) => generic(acme, { apiKey, baseUrl }),
  loops: (given: Given) => loops(allOf(given)),
  mailersend: (given: Given) => mailersend({ ...allOf(given), domainId: '1' }),
  mailgun: (given: Given) => mailgun({ ...allOf(given), domain: 'mg.acme.dev' }),
  mailjet: (given: Given) => mailjet({ ...allOf(given), secretKey: given.secondKey ?? 'secret' }),
  mailtrap: (given: Given) => mailtrap(allOf(given)),
  mandrill: (given: Given) => mandrill(allOf(given)),
  plunk: (given: Given) => plunk(allOf(given)),
  postmark: (given: Given) => postmark(allOf(given)),
  resend: (given: Given) => resend(allOf(given)),
  scaleway: (given: Given) => scaleway({ ...keyOf(given), projectId: 'p-1' }),
  // Its webhook secret is a key of another form.
  sendgrid: (given: Given) => sendgrid(keyOf(given)),
  ses: ({ apiKey, secondKey = 'secret', token, baseUrl }: Given) =>
    ses({
      region: 'eu-west-1',
      contactList: 'news',
      credentials: { accessKeyId: String(apiKey), secretAccessKey: secondKey, sessionToken: token },
      baseUrl,
    }),
  sparkpost: (given: Given) => sparkpost(allOf(given)),
  zeptomail: (given: Given) => zeptomail(keyOf(given)),
  cloudflare: (given: Given) => cloudflare({ ...keyOf(given), accountId: 'a1' }),
  // Its key is base64, which no other key here is.
  azure: ({ baseUrl = 'https://acme.example', webhookSecret }: Given) =>
    azure({ apiKey: 'a2V5', baseUrl, webhookSecret }),
};

export type HttpDriverName = keyof typeof create;

export const httpDriverNames = Object.keys(create) as readonly HttpDriverName[];

/** The driver of this name. */
export const httpDriver = (name: HttpDriverName, given: Given): EmailDriver =>
  create[name](given) as EmailDriver;

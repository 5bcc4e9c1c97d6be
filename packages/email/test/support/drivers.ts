// Every driver of an HTTP API: the one list that tests and tables of the documentation share.
import type { CredentialInput } from '@org/core';
import type { EmailDriver } from '@org/email';
import { brevo } from '@org/email/brevo';
import { elasticemail } from '@org/email/elasticemail';
import { generic } from '@org/email/generic';
import { mailersend } from '@org/email/mailersend';
import { mailgun } from '@org/email/mailgun';
import { mailjet } from '@org/email/mailjet';
import { mailtrap } from '@org/email/mailtrap';
import { mandrill } from '@org/email/mandrill';
import { plunk } from '@org/email/plunk';
import { postmark } from '@org/email/postmark';
import { resend } from '@org/email/resend';
import { sendgrid } from '@org/email/sendgrid';
import { ses } from '@org/email/ses';
import { sparkpost } from '@org/email/sparkpost';
import { acme } from '../generic/acme.ts';

/** What a driver may take. */
export interface Given {
  readonly apiKey: CredentialInput;
  readonly baseUrl?: string | undefined;
  readonly webhookSecret?: string | readonly string[] | undefined;
}

/** What only one of them takes: a second secret, a token of a session. */
export interface GivenAll extends Given {
  readonly secondKey?: string | undefined;
  readonly token?: string | undefined;
}

const create = {
  brevo: (given: Given) => brevo(given),
  elasticemail: (given: Given) => elasticemail(given),
  generic: ({ apiKey, baseUrl = acme.baseUrl }: Given) => generic(acme, { apiKey, baseUrl }),
  mailersend: (given: Given) => mailersend({ ...given, domainId: '1' }),
  mailgun: (given: Given) => mailgun({ ...given, domain: 'mg.acme.dev' }),
  mailjet: ({ secondKey = 'secret', token: _, ...given }: GivenAll) =>
    mailjet({ ...given, secretKey: secondKey }),
  mailtrap: (given: Given) => mailtrap(given),
  mandrill: (given: Given) => mandrill(given),
  plunk: (given: Given) => plunk(given),
  postmark: (given: Given) => postmark(given),
  resend: (given: Given) => resend(given),
  // Its webhook secret is a key of another form.
  sendgrid: ({ apiKey, baseUrl }: Given) => sendgrid({ apiKey, baseUrl }),
  ses: ({ apiKey, secondKey = 'secret', token, baseUrl }: GivenAll) =>
    ses({
      region: 'eu-west-1',
      contactList: 'news',
      credentials: { accessKeyId: String(apiKey), secretAccessKey: secondKey, sessionToken: token },
      baseUrl,
    }),
  sparkpost: (given: Given) => sparkpost(given),
};

export type HttpDriverName = keyof typeof create;

export const httpDriverNames = Object.keys(create) as readonly HttpDriverName[];

/** The driver of this name. */
export const httpDriver = (name: HttpDriverName, given: GivenAll): EmailDriver =>
  (create[name] as (all: GivenAll) => EmailDriver)(given);

import type { AnswerFixture } from './fixture.ts';
import { brevo } from './fixtures/brevo.ts';
import { elasticemail } from './fixtures/elasticemail.ts';
import { gateways } from './fixtures/gateways.ts';
import { mailersend } from './fixtures/mailersend.ts';
import { mailgun } from './fixtures/mailgun.ts';
import { mailjet } from './fixtures/mailjet.ts';
import { plunk } from './fixtures/plunk.ts';
import { postmark } from './fixtures/postmark.ts';
import { resend } from './fixtures/resend.ts';
import { sendgrid } from './fixtures/sendgrid.ts';
import { ses } from './fixtures/ses.ts';
import type { ServiceName } from './services.ts';

/** The restated answers of each service. */
export const fixtures: Readonly<Record<ServiceName, readonly AnswerFixture[]>> = {
  brevo,
  elasticemail,
  mailersend,
  mailgun,
  mailjet,
  plunk,
  postmark,
  resend,
  sendgrid,
  ses,
};

/** Those of a service, and of what stands before it. */
export const answersOf = (service: ServiceName) => [...fixtures[service], ...gateways];

import { joinWires } from '../kit/define-wire.ts';
import type { Door } from '../kit/door.ts';
import { brevo } from './brevo/brevo.ts';
import { elasticemail } from './elasticemail/elasticemail.ts';
import { mailersend } from './mailersend/mailersend.ts';
import { mailgun } from './mailgun/mailgun.ts';
import { mailjet } from './mailjet/mailjet.ts';
import { plunk } from './plunk/plunk.ts';
import { postmark } from './postmark/postmark.ts';
import { resend } from './resend/resend.ts';
import { sendgrid } from './sendgrid/sendgrid.ts';
import { ses } from './ses/ses.ts';

/** The services behind a door of the store. */
export const doors: readonly Door[] = joinWires(
  [],
  [brevo, elasticemail, mailersend, mailgun, mailjet, plunk, postmark, resend, sendgrid, ses],
);

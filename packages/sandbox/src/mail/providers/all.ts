import { joinWires } from '../kit/define-wire.ts';
import type { Door } from '../kit/door.ts';
import { azure } from './azure.ts';
import { brevo } from './brevo/brevo.ts';
import { cloudflare } from './cloudflare.ts';
import { elasticemail } from './elasticemail/elasticemail.ts';
import { loops } from './loops.ts';
import { mailersend } from './mailersend/mailersend.ts';
import { mailgun } from './mailgun/mailgun.ts';
import { mailjet } from './mailjet/mailjet.ts';
import { mailtrap } from './mailtrap.ts';
import { mandrill } from './mandrill.ts';
import { plunk } from './plunk/plunk.ts';
import { postmark } from './postmark/postmark.ts';
import { resend } from './resend/resend.ts';
import { scaleway } from './scaleway.ts';
import { sendgrid } from './sendgrid/sendgrid.ts';
import { ses } from './ses/ses.ts';
import { sparkpost } from './sparkpost.ts';
import { zeptomail } from './zeptomail.ts';

/** The services behind a door of the store. */
export const doors: readonly Door[] = joinWires(
  [],
  [
    azure,
    brevo,
    cloudflare,
    elasticemail,
    loops,
    mailersend,
    mailgun,
    mailjet,
    mailtrap,
    mandrill,
    plunk,
    postmark,
    resend,
    scaleway,
    sendgrid,
    ses,
    sparkpost,
    zeptomail,
  ],
);

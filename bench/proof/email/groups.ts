import type { Group } from '../peer.ts';
import { type MailService, startMailService } from './http-server.ts';
import type { MailClient } from './mail-client.ts';
import { emailSdk } from './peers/email-sdk.ts';
import { nodemailer } from './peers/nodemailer.ts';
import { oursOnPostmark, oursOnResend, oursOnSmtp } from './peers/ours.ts';
import { postmarkSdk } from './peers/postmark.ts';
import { resendSdk } from './peers/resend.ts';
import { sendgridSdk } from './peers/sendgrid.ts';
import { upyo } from './peers/upyo.ts';
import { keyedRows, keylessRows, mail } from './rows.ts';
import { smtpRows } from './smtp-rows.ts';
import { type Relay, startRelay } from './smtp-server.ts';

const call = (client: MailClient) => client.send(mail);
const product = 'email' as const;

const resend: Group<MailClient, MailService> = {
  id: 'resend',
  product,
  title: 'A service with idempotency keys (Resend)',
  peers: [oursOnResend, emailSdk('resend', 1), emailSdk('resend', 3), resendSdk],
  rows: keyedRows,
  start: startMailService,
  call,
};

const postmark: Group<MailClient, MailService> = {
  id: 'postmark',
  product,
  title: 'A service without keys (Postmark, SendGrid)',
  peers: [oursOnPostmark, emailSdk('postmark', 3), postmarkSdk, sendgridSdk],
  rows: keylessRows,
  start: startMailService,
  call,
};

const smtp: Group<MailClient, Relay> = {
  id: 'smtp',
  product,
  title: 'A relay over SMTP',
  peers: [oursOnSmtp, emailSdk('smtp', 3), nodemailer, upyo],
  rows: smtpRows,
  start: startRelay,
  call,
};

export const emailGroups = [resend, postmark, smtp] as const;

// The stand-ins of the contract suites: they run on Node.
import type { ReceivedMail } from '@org/email/testing';
import { startMailService } from '../../../sandbox/src/mail/service/service.ts';
import { readMailbox } from '../../../sandbox/test/mail-doors/read-mailbox.ts';
import { startAzure } from '../azure/stand-in.ts';
import { startStandIn as startBrevo } from '../brevo/stand-in.ts';
import { startCloudflare } from '../cloudflare/stand-in.ts';
import { startElasticEmail } from '../elasticemail/stand-in.ts';
import { startAcme } from '../generic/stand-in.ts';
import { startLoops } from '../loops/stand-in.ts';
import { startStandIn as startMailersend } from '../mailersend/stand-in.ts';
import { startMailgun } from '../mailgun/stand-in.ts';
import { startMailjet } from '../mailjet/stand-in.ts';
import { startMailtrap } from '../mailtrap/stand-in.ts';
import { startMandrill } from '../mandrill/stand-in.ts';
import { startPostmark } from '../postmark/stand-in.ts';
import { startResend } from '../resend/stand-in.ts';
import { startScaleway } from '../scaleway/stand-in.ts';
import { makeWebhookKeys } from '../sendgrid/keys.ts';
import { startSendGrid } from '../sendgrid/stand-in.ts';
import { createSnsKeys } from '../ses/sns-sender.ts';
import { startSes } from '../ses/stand-in.ts';
import { startSparkPost } from '../sparkpost/stand-in.ts';
import { startZeptoMail } from '../zeptomail/stand-in.ts';

/** What is not a function is what the harness of its driver takes. */
interface StandIn {
  readonly url: string;
  readonly mails: readonly ReceivedMail[];
  close(): Promise<unknown>;
}

const snsKeys = createSnsKeys();
const webhookKeys = await makeWebhookKeys();

async function startPlunk(): Promise<StandIn & { readonly apiKey: string }> {
  const service = await startMailService({ strict: true });
  const { apiUrl: url, apiKey } = service;
  return {
    url,
    apiKey,
    get mails() {
      return readMailbox(service);
    },
    close: () => service.close(),
  };
}

async function startRelay(): Promise<StandIn & { readonly relay: object }> {
  const service = await startMailService({ strict: true });
  return {
    url: service.apiUrl,
    relay: service.smtp,
    get mails() {
      return readMailbox(service);
    },
    close: () => service.close(),
  };
}

export const standIns: Readonly<Record<string, () => Promise<StandIn>>> = {
  azure: startAzure,
  brevo: startBrevo,
  cloudflare: startCloudflare,
  elasticemail: startElasticEmail,
  generic: startAcme,
  loops: startLoops,
  mailersend: startMailersend,
  mailgun: startMailgun,
  mailjet: startMailjet,
  mailtrap: startMailtrap,
  mandrill: startMandrill,
  plunk: startPlunk,
  postmark: startPostmark,
  resend: startResend,
  scaleway: startScaleway,
  sendgrid: async () => ({ ...(await startSendGrid()), ...webhookKeys }),
  ses: async () => ({ ...(await startSes()), ...snsKeys }),
  smtp: startRelay,
  sparkpost: startSparkPost,
  zeptomail: startZeptoMail,
};

// The drivers of mail services whose answers were recorded, each on a server of ours.
import { brevo } from '../../src/drivers/brevo/index.ts';
import { elasticemail } from '../../src/drivers/elasticemail/index.ts';
import { mailersend } from '../../src/drivers/mailersend/index.ts';
import { mailgun } from '../../src/drivers/mailgun/index.ts';
import { mailjet } from '../../src/drivers/mailjet/index.ts';
import { plunk } from '../../src/drivers/plunk/index.ts';
import { postmark } from '../../src/drivers/postmark/index.ts';
import { resend } from '../../src/drivers/resend/index.ts';
import { sendgrid } from '../../src/drivers/sendgrid/index.ts';
import { ses } from '../../src/drivers/ses/index.ts';
import type { EmailDriver } from '../../src/index.ts';

const drivers = {
  brevo: (baseUrl: string) => brevo({ apiKey: 'a_key', baseUrl }),
  elasticemail: (baseUrl: string) => elasticemail({ apiKey: 'a_key', baseUrl }),
  mailersend: (baseUrl: string) => mailersend({ apiKey: 'a_key', baseUrl }),
  mailgun: (baseUrl: string) => mailgun({ apiKey: 'a_key', domain: 'mail.example', baseUrl }),
  mailjet: (baseUrl: string) => mailjet({ apiKey: 'a_key', secretKey: 's_key', baseUrl }),
  plunk: (baseUrl: string) => plunk({ apiKey: 'a_key', baseUrl }),
  postmark: (baseUrl: string) => postmark({ apiKey: 'a_key', baseUrl }),
  resend: (baseUrl: string) => resend({ apiKey: 'a_key', baseUrl }),
  sendgrid: (baseUrl: string) => sendgrid({ apiKey: 'a_key', baseUrl }),
  ses: (baseUrl: string) =>
    ses({ region: 'eu-west-1', credentials: { accessKeyId: 'AKIAEXAMPLE', secretAccessKey: 's' }, baseUrl }),
};

export type ServiceName = keyof typeof drivers;
export const serviceNames = Object.keys(drivers) as readonly ServiceName[];

export function driverOf(service: ServiceName, baseUrl: string): EmailDriver {
  return drivers[service](baseUrl) as EmailDriver;
}

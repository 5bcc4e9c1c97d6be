import type { SdkLine } from './sdk-line.ts';

const mail = "from: 'ann@acme.dev', to: 'bob@example.com', subject: 'Hi', text: 'Hi'";

/** For Node. */
export const nodeLines: readonly SdkLine[] = [
  {
    language: 'Node',
    name: '@sendgrid/mail',
    version: '8.1.6',
    line: `sgMail.client.setDefaultRequest('baseUrl', \`\${process.env.SENDGRID_BASE_URL}/\`);`,
    send: `import sgMail from '@sendgrid/mail';
      sgMail.setApiKey(process.env.SENDGRID_API_KEY);
      LINE
      await sgMail.send({ ${mail} });`,
  },
  {
    language: 'Node',
    name: 'postmark',
    version: '5.1.0',
    line: 'new ServerClient(token, { useHttps: false, requestHost: process.env.POSTMARK_BASE_URL.slice(7) })',
    send: `import { ServerClient } from 'postmark';
      const token = process.env.POSTMARK_API_KEY;
      const client = LINE;
      const mail = { From: 'ann@acme.dev', To: 'bob@example.com', Subject: 'Hi', TextBody: 'Hi' };
      await client.sendEmail(mail);`,
  },
  {
    language: 'Node',
    name: 'mailgun.js',
    version: '14.0.1',
    line: "new Mailgun(FormData).client({ username: 'api', key, url: process.env.MAILGUN_BASE_URL })",
    send: `import Mailgun from 'mailgun.js';
      const key = process.env.MAILGUN_API_KEY;
      const client = LINE;
      await client.messages.create(process.env.MAILGUN_DOMAIN, { ${mail} });`,
  },
  {
    language: 'Node',
    name: '@getbrevo/brevo',
    version: '6.0.3',
    line: 'new BrevoClient({ apiKey, baseUrl: process.env.BREVO_BASE_URL })',
    send: `import { BrevoClient } from '@getbrevo/brevo';
      const apiKey = process.env.BREVO_API_KEY;
      const client = LINE;
      await client.transactionalEmails.sendTransacEmail({
        sender: { email: 'ann@acme.dev' }, to: [{ email: 'bob@example.com' }],
        subject: 'Hi', textContent: 'Hi',
      });`,
  },
  {
    language: 'Node',
    name: 'node-mailjet',
    version: '6.0.11',
    line:
      "Mailjet.Request.protocol = 'http://';\n" +
      'const client = Mailjet.apiConnect(key, secret, ' +
      '{ config: { host: process.env.MAILJET_BASE_URL.slice(7) } });',
    send: `import Mailjet from 'node-mailjet';
      const { MAILJET_API_KEY: key, MAILJET_SECRET_KEY: secret } = process.env;
      LINE
      await client.post('send', { version: 'v3.1' }).request({ Messages: [{
        From: { Email: 'ann@acme.dev' }, To: [{ Email: 'bob@example.com' }], Subject: 'Hi', TextPart: 'Hi',
      }] });`,
  },
  {
    language: 'Node',
    name: 'mailersend',
    version: '3.4.0',
    line: 'client.email = new client.email.constructor(apiKey, process.env.MAILERSEND_BASE_URL);',
    send: `import { EmailParams, MailerSend, Recipient, Sender } from 'mailersend';
      const apiKey = process.env.MAILERSEND_API_KEY;
      const client = new MailerSend({ apiKey });
      LINE
      await client.email.send(new EmailParams().setFrom(new Sender('ann@acme.dev'))
        .setTo([new Recipient('bob@example.com')]).setSubject('Hi').setText('Hi'));`,
  },
  {
    language: 'Node',
    name: '@elasticemail/elasticemail-client-ts-axios',
    version: '4.0.22',
    line: 'new EmailsApi(new Configuration({ apiKey, basePath: process.env.ELASTICEMAIL_BASE_URL }))',
    send: `import sdk from '@elasticemail/elasticemail-client-ts-axios';
      const { Configuration, EmailsApi } = sdk;
      const apiKey = process.env.ELASTICEMAIL_API_KEY;
      const client = LINE;
      await client.emailsTransactionalPost({
        Recipients: { To: ['bob@example.com'] },
        Content: { From: 'ann@acme.dev', Subject: 'Hi', Body: [{ ContentType: 'PlainText', Content: 'Hi' }] },
      });`,
  },
  {
    language: 'Node',
    name: '@plunk/node',
    version: '3.0.3',
    line: `new Plunk(key, { baseUrl: \`\${process.env.PLUNK_BASE_URL}/v1/\` })`,
    send: `import module from '@plunk/node';
      const Plunk = module.default ?? module;
      const key = process.env.PLUNK_API_KEY;
      const client = LINE;
      await client.emails.send({ from: 'ann@acme.dev', to: 'bob@example.com', subject: 'Hi', body: 'Hi' });`,
  },
  {
    language: 'Node',
    name: 'mailtrap',
    version: '4.10.0',
    line: 'client.determineHost = () => process.env.MAILTRAP_BASE_URL;',
    source: 'dist/lib/MailtrapClient.js',
  },
  {
    language: 'Node',
    name: '@mailchimp/mailchimp_transactional',
    version: '1.4.1',
    line: 'client.basePath = process.env.MANDRILL_BASE_URL;',
    source: 'src/ApiClient.js',
  },
  {
    language: 'Node',
    name: 'sparkpost',
    version: '2.1.4',
    line: 'new SparkPost(key, { origin: process.env.SPARKPOST_BASE_URL.slice(0, -7) })',
    source: 'lib/sparkpost.js',
  },
  {
    language: 'Node',
    name: '@scaleway/sdk-client',
    version: '2.3.1',
    line: 'createClient({ ...keys, apiURL: process.env.SCALEWAY_BASE_URL })',
    source: 'dist/scw/client-settings.js',
  },
  {
    language: 'Node',
    name: 'loops',
    version: '7.3.0',
    line: 'client.apiRoot = process.env.LOOPS_BASE_URL.slice(0, -2);',
    source: 'dist',
  },
  {
    language: 'Node',
    name: 'zeptomail',
    version: '8.0.1',
    line:
      'new SendMailClient({ url: process.env.ZEPTOMAIL_BASE_URL.slice(0, -4), ' +
      `token: \`Zoho-enczapikey \${key}\` })`,
    source: 'lib/js/init.js',
  },
];

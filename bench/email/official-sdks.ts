// Each provider's official SDK, sending one mail to a server of ours.

/** A mail in plain terms. */
export interface PlainMail {
  readonly from: { readonly name: string; readonly address: string };
  readonly to: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  readonly tag: string;
}

/** Sends through an SDK that was set up for a base URL. */
export type SdkSend = (mail: PlainMail) => Promise<unknown>;

/** Host and path, for SDKs that write the scheme themselves. */
const placeOf = (baseUrl: string) => baseUrl.replace(/^http:\/\//, '');

const boxed = ({ name, address }: PlainMail['from']) => `${name} <${address}>`;

/** By the name of our driver. Each loads its SDK, as a program of its own would. */
export const officialSdks: Readonly<Record<string, (baseUrl: string) => Promise<SdkSend>>> = {
  async resend(baseUrl) {
    const { Resend } = await import('resend');
    const client = new Resend('re_good', { baseUrl });
    return ({ from, to, subject, html, text, tag }) =>
      client.emails.send({
        from: boxed(from),
        to,
        subject,
        html,
        text,
        tags: [{ name: tag, value: 'true' }],
      });
  },
  async plunk(baseUrl) {
    const { default: module } = await import('@plunk/node');
    // Node gives the module for the default export of CommonJS, and vitest the class.
    const Plunk = module.default ?? module;
    const client = new Plunk('sk_good', { baseUrl: `${baseUrl}/v1/` });
    return ({ from, to, subject, html }) =>
      client.emails.send({ from: from.address, name: from.name, to, subject, body: html });
  },
  async elasticemail(baseUrl) {
    const { Configuration, EmailsApi } = await import('@elasticemail/elasticemail-client-ts-axios');
    const client = new EmailsApi(new Configuration({ apiKey: 'good', basePath: `${baseUrl}/v4` }));
    return ({ from, to, subject, html, text, tag }) =>
      client.emailsTransactionalPost({
        Recipients: { To: [to] },
        Content: {
          From: boxed(from),
          Subject: subject,
          Body: [
            { ContentType: 'HTML', Content: html },
            { ContentType: 'PlainText', Content: text },
          ],
        },
        Options: { ChannelName: tag },
      });
  },
  async sendgrid(baseUrl) {
    const { default: mail } = await import('@sendgrid/mail');
    mail.setApiKey('SG.good');
    // Its types do not show the HTTP client.
    Reflect.get(mail, 'client').setDefaultRequest('baseUrl', `${baseUrl}/`);
    return ({ from, to, subject, html, text, tag }) =>
      mail.send({
        from: { name: from.name, email: from.address },
        to,
        subject,
        html,
        text,
        categories: [tag],
      });
  },
  async postmark(baseUrl) {
    const { ServerClient } = await import('postmark');
    const client = new ServerClient('good', { useHttps: false, requestHost: placeOf(baseUrl) });
    return ({ from, to, subject, html, text, tag }) =>
      client.sendEmail({
        From: boxed(from),
        To: to,
        Subject: subject,
        HtmlBody: html,
        TextBody: text,
        Tag: tag,
      });
  },
  async mailgun(baseUrl) {
    const { default: Mailgun } = await import('mailgun.js');
    const { default: FormData } = await import('form-data');
    const client = new Mailgun(FormData).client({ username: 'api', key: 'good', url: baseUrl });
    return ({ from, to, subject, html, text, tag }) =>
      client.messages.create('acme.dev', { from: boxed(from), to, subject, html, text, 'o:tag': tag });
  },
  async brevo(baseUrl) {
    const { BrevoClient } = await import('@getbrevo/brevo');
    const client = new BrevoClient({ apiKey: 'good', baseUrl: `${baseUrl}/v3` });
    return ({ from, to, subject, html, text, tag }) =>
      client.transactionalEmails.sendTransacEmail({
        sender: { name: from.name, email: from.address },
        to: [{ email: to }],
        subject,
        htmlContent: html,
        textContent: text,
        tags: [tag],
      });
  },
  async mailersend(baseUrl) {
    const { EmailParams, MailerSend, Recipient, Sender } = await import('mailersend');
    const client = new MailerSend({ apiKey: 'good' });
    // It has no option for another address.
    const EmailModule = client.email.constructor as new (key: string, url: string) => typeof client.email;
    client.email = new EmailModule('good', `${baseUrl}/v1`);
    return ({ from, to, subject, html, text, tag }) =>
      client.email.send(
        new EmailParams()
          .setFrom(new Sender(from.address, from.name))
          .setTo([new Recipient(to)])
          .setSubject(subject)
          .setHtml(html)
          .setText(text)
          .setTags([tag]),
      );
  },
  async mailjet(baseUrl) {
    const { default: Mailjet } = await import('node-mailjet');
    // Its types describe the module as if it had no default export.
    const client = (Mailjet as unknown as typeof Mailjet.default).apiConnect('good', 'secret', {
      config: { host: placeOf(baseUrl) },
    });
    // It has no option for plain HTTP.
    Reflect.set(client.post('send').constructor, 'protocol', 'http://');
    return ({ from, to, subject, html, text, tag }) =>
      client.post('send', { version: 'v3.1' }).request({
        Messages: [
          {
            From: { Email: from.address, Name: from.name },
            To: [{ Email: to }],
            Subject: subject,
            HTMLPart: html,
            TextPart: text,
            CustomCampaign: tag,
          },
        ],
      });
  },
  async ses(baseUrl) {
    const { SESv2Client, SendEmailCommand } = await import('@aws-sdk/client-sesv2');
    const credentials = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'secret' };
    const client = new SESv2Client({ region: 'eu-west-1', endpoint: baseUrl, credentials });
    const part = (Data: string) => ({ Data, Charset: 'UTF-8' });
    return ({ from, to, subject, html, text, tag }) =>
      client.send(
        new SendEmailCommand({
          FromEmailAddress: boxed(from),
          Destination: { ToAddresses: [to] },
          Content: { Simple: { Subject: part(subject), Body: { Html: part(html), Text: part(text) } } },
          EmailTags: [{ Name: tag, Value: 'true' }],
        }),
      );
  },
};

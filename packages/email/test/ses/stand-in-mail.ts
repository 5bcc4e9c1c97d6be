import type { ReceivedMail } from '@org/email/testing';
import { parseMessage } from '../../../sandbox/src/mail/message/parse-message.ts';
import { contentOf } from '../../../sandbox/test/mail-doors/read-mailbox.ts';
import { done, pageOf, type Reply, type Routes, refuse } from './stand-in.ts';

interface Template {
  Subject?: string;
  Html?: string;
  Text?: string;
}

interface Destination {
  readonly ToAddresses?: string[];
  readonly CcAddresses?: string[];
  readonly BccAddresses?: string[];
}

/** Sending, bulk sending, templates and insights. */
export function createMailRoutes() {
  const mails: ReceivedMail[] = [];
  const templates = new Map<string, Template>();
  const sent = new Map<string, { readonly to: readonly string[]; readonly subject: string | undefined }>();

  const accept = (mail: ReceivedMail) => {
    mails.push(mail);
    const id = `0100-${mails.length}-000000`;
    sent.set(id, { to: mail.envelope.to, subject: mail.subject });
    return id;
  };

  // biome-ignore lint/suspicious/noExplicitAny: the body of SendEmail
  const send = (json: any): Reply => {
    const { FromEmailAddress: from, Destination: destination, Content: content } = json;
    if (!from) return refuse(400, 'BadRequestException', 'Missing From');
    if (from.includes('@unverified.dev'))
      return refuse(400, 'MessageRejected', 'Email address is not verified.');
    const parts = content.Simple ?? content.Template ?? {};
    const problem = problemOf(json, parts);
    if (problem !== undefined) return refuse(400, 'BadRequestException', problem);
    const stored = content.Template && templates.get(content.Template.TemplateName);
    if (content.Template && stored === undefined) return refuse(404, 'NotFoundException');
    if (content.Raw) {
      const raw = Buffer.from(content.Raw.Data, 'base64');
      const mail = toMail(json, destination, {}, {}, json.EmailTags ?? []);
      return [200, { MessageId: accept({ ...mail, ...contentOf(parseMessage(raw), raw) }) }];
    }
    const body = stored
      ? fill(stored, JSON.parse(content.Template.TemplateData))
      : { Subject: parts.Subject.Data, Html: parts.Body.Html?.Data, Text: parts.Body.Text?.Data };
    return [200, { MessageId: accept(toMail(json, destination, body, parts, json.EmailTags ?? [])) }];
  };

  const routes: Routes = {
    'POST /v2/email/outbound-emails': ({ json }) => send(json),
    'POST /v2/email/outbound-bulk-emails': ({ json }) => {
      const { BulkEmailEntries: entries, DefaultContent } = json;
      if (entries.length > 50) return refuse(400, 'BadRequestException', 'At most 50 entries.');
      const template = templates.get(DefaultContent.Template.TemplateName);
      // biome-ignore lint/suspicious/noExplicitAny: an entry of SendBulkEmail
      const results = entries.map((entry: any) => {
        if (template === undefined) return { Status: 'TEMPLATE_NOT_FOUND', Error: 'No such template.' };
        if (JSON.stringify(entry.Destination).includes('@invalid'))
          return { Status: 'INVALID_PARAMETER', Error: 'Invalid address <x@invalid.dev>.' };
        const data = entry.ReplacementEmailContent.ReplacementTemplate.ReplacementTemplateData;
        const parts = { ...DefaultContent.Template, Headers: entry.ReplacementHeaders };
        const body = fill(template, JSON.parse(data));
        return {
          Status: 'SUCCESS',
          MessageId: accept(toMail(json, entry.Destination, body, parts, entry.ReplacementTags ?? [])),
        };
      });
      return [200, { BulkEmailEntryResults: results }];
    },
    'POST /v2/email/templates': ({ json }) => {
      if (templates.has(json.TemplateName)) return refuse(400, 'AlreadyExistsException');
      templates.set(json.TemplateName, json.TemplateContent);
      return done;
    },
    'GET /v2/email/templates': ({ query }) => {
      const page = pageOf([...templates.keys()], query.get('PageSize'), query.get('NextToken') ?? undefined);
      const TemplatesMetadata = page.items.map((TemplateName) => ({ TemplateName, CreatedTimestamp: 1.5e9 }));
      return [200, { TemplatesMetadata, NextToken: page.NextToken }];
    },
    'GET /v2/email/templates/*': (_request, name = '') => {
      const content = templates.get(name);
      return content === undefined
        ? refuse(404, 'NotFoundException')
        : [200, { TemplateName: name, TemplateContent: content }];
    },
    'PUT /v2/email/templates/*': ({ json }, name = '') => {
      if (!templates.has(name)) return refuse(404, 'NotFoundException');
      templates.set(name, json.TemplateContent);
      return done;
    },
    'DELETE /v2/email/templates/*': (_request, name = '') =>
      templates.delete(name) ? done : refuse(404, 'NotFoundException'),
    'POST /v2/email/templates/*/render': ({ json }, name = '') => {
      const template = templates.get(name);
      if (template === undefined) return refuse(404, 'NotFoundException');
      return [200, { RenderedTemplate: toMime(fill(template, JSON.parse(json.TemplateData))) }];
    },
    'GET /v2/email/insights/*/': (_request, id = '') => {
      const mail = sent.get(id);
      if (mail === undefined) return refuse(404, 'NotFoundException');
      const Insights = mail.to.map((Destination) => ({
        Destination,
        Isp: 'Example',
        Events: [
          { Timestamp: 1.7e9 + 2, Type: 'DELIVERY', Details: {} },
          { Timestamp: 1.7e9, Type: 'SEND', Details: {} },
        ],
      }));
      return [200, { MessageId: id, Subject: mail.subject, Insights }];
    },
  };
  return { routes, mails };
}

// biome-ignore lint/suspicious/noExplicitAny: the body of SendEmail
function problemOf(json: any, parts: any): string | undefined {
  const { ToAddresses = [], CcAddresses = [], BccAddresses = [] } = json.Destination;
  const all = [json.FromEmailAddress, ...ToAddresses, ...CcAddresses, ...BccAddresses];
  if (all.some((mailbox) => !/^[ -~]*$/.test(mailbox))) return 'Addresses are 7-bit ASCII.';
  if (all.length > 51) return 'At most 50 recipients.';
  const texts = [parts.Subject, parts.Body?.Html, parts.Body?.Text].filter((each) => each !== undefined);
  if (texts.some(({ Data, Charset }) => !/^\p{ASCII}*$/u.test(Data) && Charset !== 'UTF-8')) return 'Charset';
  const wrongTag = (json.EmailTags ?? []).some(
    ({ Name, Value }: { readonly Name: string; readonly Value: string }) =>
      !/^[\w-]{1,256}$/.test(Name) || !/^[\w.@-]{1,256}$/.test(Value),
  );
  return wrongTag ? 'Invalid tag.' : undefined;
}

function fill({ Subject, Html, Text }: Template, data: Readonly<Record<string, unknown>>): Template {
  const replace = (text: string | undefined) =>
    text?.replace(/\{\{(\w+)\}\}/g, (_all, name) => String(data[name]));
  return {
    Subject: replace(Subject) ?? '',
    ...(Html === undefined ? {} : { Html: replace(Html) ?? '' }),
    ...(Text === undefined ? {} : { Text: replace(Text) ?? '' }),
  };
}

/** As SES renders: both parts in quoted-printable. */
function toMime({ Subject = '', Html = '', Text = '' }: Template): string {
  const quoted = (text: string) =>
    [...Buffer.from(text)]
      .map((byte) =>
        byte > 126 || byte === 61 ? `=${byte.toString(16).toUpperCase()}` : String.fromCharCode(byte),
      )
      .join('');
  const part = (type: string, text: string) =>
    `--b_1\r\nContent-Type: ${type}; charset=UTF-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n` +
    `${quoted(text)}\r\n`;
  const subject = `=?UTF-8?Q?${quoted(Subject).replaceAll(' ', '_')}?=`;
  return (
    `Date: Mon, 1 Jan 2024 00:00:00 +0000\r\nMessage-ID: <a@email.amazonses.com>\r\nSubject: ${subject}\r\n` +
    `MIME-Version: 1.0\r\nContent-Type: multipart/alternative; \r\n\tboundary="b_1"\r\n\r\n` +
    `${part('text/plain', Text)}${part('text/html', Html)}--b_1--\r\n`
  );
}

function toMail(
  // biome-ignore lint/suspicious/noExplicitAny: the body of SendEmail
  json: any,
  { ToAddresses: to = [], CcAddresses: cc = [], BccAddresses: bcc = [] }: Destination,
  { Subject: subject, Html: html, Text: text }: Template,
  // biome-ignore lint/suspicious/noExplicitAny: the headers and attachments of SendEmail
  { Headers = [], Attachments = [] }: any,
  tags: readonly { readonly Name: string; readonly Value: string }[],
): ReceivedMail {
  const own = Headers.map(({ Name, Value }: { Name: string; Value: string }) => [Name.toLowerCase(), Value]);
  const { OpenTrackingEnabled: opens, ClickTrackingEnabled: clicks } =
    json.ConfigurationOverrides?.Tracking ?? {};
  return {
    envelope: { from: addressOf(json.FromEmailAddress), to: [...to, ...cc, ...bcc].map(addressOf) },
    subject,
    html,
    text,
    headers: new Map([
      ['from', json.FromEmailAddress],
      ['to', to.join(', ')],
      ['cc', cc.join(', ')],
      ['reply-to', (json.ReplyToAddresses ?? []).join(', ')],
      ...own,
    ]),
    attachments: Attachments.map((each: { readonly FileName: string; readonly RawContent: string }) => ({
      filename: each.FileName,
      content: Buffer.from(each.RawContent, 'base64'),
    })),
    tags: tags.map(({ Name, Value }) => `${Name}:${Value}`),
    metadata: Object.fromEntries(tags.map(({ Name, Value }) => [Name, Value])),
    tracking: {
      ...(opens === undefined ? {} : { opens: opens === 'ENABLED' }),
      ...(clicks === undefined ? {} : { clicks: clicks === 'ENABLED' }),
    },
    stream: json.ListManagementOptions?.TopicName,
  };
}

function addressOf(mailbox: string): string {
  return /<([^<>]+)>$/.exec(mailbox)?.[1] ?? mailbox;
}

import type { ReceivedMail } from '@org/email/testing';
import { type Reply, type Routes, refuse, wrap } from './stand-in.ts';

interface Address {
  readonly Email: string;
  readonly Name?: string;
}

interface File {
  readonly Filename: string;
  readonly Base64Content: string;
}

export interface MailjetMail {
  readonly From?: Address;
  readonly Sender?: Address;
  readonly To?: readonly Address[];
  readonly Cc?: readonly Address[];
  readonly Bcc?: readonly Address[];
  readonly ReplyTo?: Address;
  readonly Subject?: string;
  readonly TextPart?: string;
  readonly HTMLPart?: string;
  readonly TemplateID?: number;
  readonly TemplateLanguage?: boolean;
  readonly Variables?: Readonly<Record<string, unknown>>;
  readonly Attachments?: readonly File[];
  readonly InlinedAttachments?: readonly File[];
  readonly Headers?: Readonly<Record<string, string>>;
  readonly CustomCampaign?: string;
  readonly EventPayload?: string;
  readonly TrackOpens?: string;
  readonly TrackClicks?: string;
}

/** The stored content of a template. */
export interface StoredContent {
  readonly 'Html-part'?: string;
  readonly Headers?: Readonly<Record<string, string>>;
}

const fields =
  'From Sender To Cc Bcc ReplyTo Subject TextPart HTMLPart TemplateID TemplateLanguage Variables ' +
  'TemplateErrorReporting TemplateErrorDeliver Attachments InlinedAttachments Headers CustomID ' +
  'EventPayload CustomCampaign DeduplicateCampaign TrackOpens TrackClicks Priority ' +
  'MonitoringCategory URLTags';

/** Beyond 2^53: a program that reads it as a number gets another one. */
const firstId = 576_460_752_303_423_489n;

/** `POST /v3.1/send` and the look-up of messages. */
export function createMailRoutes(templates: ReadonlyMap<string, StoredContent> = new Map()) {
  const mails: ReceivedMail[] = [];
  const accepted: MailjetMail[] = [];
  const subjects = new Map<string, string>();
  let made = 0n;

  const fill = (mail: MailjetMail): MailjetMail | undefined => {
    if (mail.TemplateID === undefined) return mail;
    const stored = templates.get(`${mail.TemplateID}`);
    if (stored === undefined) return undefined;
    const { Variables = {}, TemplateLanguage } = mail;
    const render = (words = '') =>
      TemplateLanguage
        ? words.replace(/\{\{var:(\w+)\}\}/g, (_, name: string) => `${Variables[name] ?? ''}`)
        : words;
    const { Headers = {} } = stored;
    return {
      ...mail,
      Subject: mail.Subject ?? render(Headers['Subject']),
      HTMLPart: render(stored['Html-part']),
    };
  };
  const errorOf = (mail: MailjetMail | undefined): readonly [code: string, status: number] | undefined => {
    if (mail === undefined) return ['send-0010', 403];
    if (Object.keys(mail).some((name) => !fields.split(' ').includes(name))) return ['mj-0002', 400];
    if (mail.From === undefined || !mail.To?.length) return ['mj-0003', 400];
    if (mail.HTMLPart === undefined && mail.TextPart === undefined) return ['send-0003', 400];
    if (mail.From.Email.endsWith('@stranger.dev')) return ['send-0008', 403];
    return undefined;
  };
  const send = (given: MailjetMail, sandbox: boolean): string => {
    const mail = fill(given);
    const error = errorOf(mail);
    if (mail === undefined || error !== undefined) {
      const [ErrorCode, StatusCode] = error ?? ['send-0010', 403];
      const item = { ErrorIdentifier: 'e-1', ErrorCode, StatusCode, ErrorMessage: `Refused: ${ErrorCode}` };
      return JSON.stringify({ Status: 'error', Errors: [{ ...item, ErrorRelatedTo: ['From'] }] });
    }
    if (!sandbox) {
      accepted.push(mail);
      mails.push(toMail(mail));
    }
    const recipients = (addresses: readonly Address[] = []) =>
      `[${addresses
        .map(({ Email }) => {
          if (sandbox) return JSON.stringify({ Email, MessageUUID: '', MessageID: 0, MessageHref: '' });
          made += 1n;
          const id = `${firstId + made}`;
          subjects.set(id, mail.Subject ?? '');
          return `{"Email":${JSON.stringify(Email)},"MessageUUID":"uuid-${made}","MessageID":${id}}`;
        })
        .join(',')}]`;
    const lists = `"To":${recipients(mail.To)},"Cc":${recipients(mail.Cc)},"Bcc":${recipients(mail.Bcc)}`;
    return `{"Status":"success","CustomID":"",${lists}}`;
  };

  const messageOf = (id = ''): string | undefined => subjects.get(id);
  const routes: Routes = {
    'POST /v3.1/send': (request): Reply => {
      const { Messages, SandboxMode = false } = request.json() as {
        Messages: readonly MailjetMail[];
        SandboxMode?: boolean;
      };
      if (Messages.length > 50) return refuse(400, 'Too many messages');
      const replies = Messages.map((mail) => send(mail, SandboxMode));
      const isBad = replies.every((reply) => reply.includes('"Status":"error"'));
      return [isBad ? 400 : 200, `{"Messages":[${replies.join(',')}]}`];
    },
    'GET /v3/REST/message/*': (_request, id) => {
      const subject = messageOf(id);
      if (subject === undefined) return refuse(404, 'Object not found');
      const body = wrap({ ID: 'ID', ArrivedAt: '2026-01-02T03:04:05Z', Status: 'sent', Subject: subject });
      return [200, body.replace('"ID":"ID"', `"ID":${id}`)];
    },
    'GET /v3/REST/messagehistory/*': (_request, id) => {
      if (messageOf(id) === undefined) return refuse(404, 'Object not found');
      const common = { Comment: '', State: '', Useragent: '' };
      return [
        200,
        wrap(
          { ...common, EventAt: 1_441_112_238, EventType: 'sent' },
          { ...common, EventAt: 1_441_116_490, EventType: 'opened', Useragent: 'Mozilla/5.0' },
        ),
      ];
    },
  };
  return { routes, mails, accepted };
}

const boxOf = ({ Email, Name }: Address) => (Name === undefined ? Email : `${Name} <${Email}>`);

function toMail(mail: MailjetMail): ReceivedMail {
  const { From, To = [], Cc = [], Bcc = [], ReplyTo, Sender, TrackOpens, TrackClicks } = mail;
  const headers = new Map([
    ['from', From === undefined ? '' : boxOf(From)],
    ['to', To.map(boxOf).join(', ')],
    ['cc', Cc.map(boxOf).join(', ')],
    ['reply-to', ReplyTo === undefined ? '' : boxOf(ReplyTo)],
    ['sender', Sender === undefined ? '' : boxOf(Sender)],
    ...Object.entries(mail.Headers ?? {}).map(([name, value]) => [name.toLowerCase(), value] as const),
  ]);
  return {
    envelope: { from: From?.Email ?? '', to: [...To, ...Cc, ...Bcc].map(({ Email }) => Email) },
    subject: mail.Subject,
    html: mail.HTMLPart,
    text: mail.TextPart,
    headers,
    tags: mail.CustomCampaign === undefined ? [] : [mail.CustomCampaign],
    metadata: JSON.parse(mail.EventPayload ?? '{}'),
    tracking: {
      ...(TrackOpens === undefined ? {} : { opens: TrackOpens === 'enabled' }),
      ...(TrackClicks === undefined ? {} : { clicks: TrackClicks === 'enabled' }),
    },
    attachments: [...(mail.Attachments ?? []), ...(mail.InlinedAttachments ?? [])].map((file) => ({
      filename: file.Filename,
      content: Buffer.from(file.Base64Content, 'base64'),
    })),
  };
}

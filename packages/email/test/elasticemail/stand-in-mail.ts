import type { ReceivedMail } from '@org/email/testing';
import type { Reply, Routes } from '../support/json-service.ts';

interface Content {
  readonly From: string;
  readonly ReplyTo?: string;
  readonly EnvelopeFrom?: string;
  readonly Subject?: string;
  readonly Body?: readonly { readonly ContentType: string; readonly Content: string }[];
  readonly Merge?: Readonly<Record<string, string>>;
  readonly Headers?: Readonly<Record<string, string>>;
  readonly Postback?: string;
  readonly TemplateName?: string;
  readonly Attachments?: readonly { readonly BinaryContent: string; readonly Name: string }[];
}

interface Options {
  readonly TimeOffset?: number;
  readonly ChannelName?: string;
  readonly TrackOpens?: boolean;
  readonly TrackClicks?: boolean;
}

interface Transactional {
  readonly Recipients: {
    readonly To: readonly string[];
    readonly CC?: readonly string[];
    readonly BCC?: readonly string[];
  };
  readonly Content: Content;
  readonly Options?: Options;
}

interface Bulk {
  readonly Recipients: readonly {
    readonly Email: string;
    readonly Fields?: Readonly<Record<string, string>>;
  }[];
  readonly Content: Content;
  readonly Options?: Options;
}

export interface ElasticMails {
  readonly mails: readonly ReceivedMail[];
  /** How many requests to send were accepted. */
  readonly requests: readonly (Transactional | Bulk)[];
}

interface Logged {
  readonly TransactionID: string;
  readonly MsgID: string;
  readonly To: string;
}

type TemplateOf = (name: string) => { readonly subject: string; readonly html: string | undefined };

export function createMailRoutes(templateOf: TemplateOf) {
  const mails: ReceivedMail[] = [];
  const requests: (Transactional | Bulk)[] = [];
  const log: Logged[] = [];

  const accept = (request: Transactional | Bulk, copies: readonly (readonly string[])[]): Reply => {
    requests.push(request);
    const TransactionID = `9ea3e3f6-0000-4000-8000-${String(requests.length).padStart(12, '0')}`;
    const first = log.length + 1;
    for (const recipients of copies)
      for (const To of recipients.map(addressOf))
        log.push({ TransactionID, MsgID: `msg${log.length + 1}`, To });
    return [200, { TransactionID, MessageID: `msg${first}` }];
  };

  const routes: Routes = {
    'POST /emails/transactional': (request) => {
      const mail = request.json<Transactional>();
      const { To, CC = [], BCC = [] } = mail.Recipients;
      const everyone = [...To, ...CC, ...BCC];
      if (everyone.length === 0) return [400, { Error: 'Recipients are required.' }];
      if (mail.Options?.TimeOffset === undefined)
        mails.push(toMail(mail, { to: To, cc: CC, everyone }, mail.Content.Merge ?? {}, templateOf));
      return accept(mail, [everyone]);
    },
    'POST /emails': (request) => {
      const mail = request.json<Bulk>();
      if (!Array.isArray(mail.Recipients)) return [400, { Error: 'Recipients must be a list.' }];
      for (const { Email, Fields = {} } of mail.Recipients)
        if (mail.Options?.TimeOffset === undefined) {
          const parties = { to: [Email], cc: [], everyone: [Email] };
          mails.push(toMail(mail, parties, { ...mail.Content.Merge, ...Fields }, templateOf));
        }
      return accept(
        mail,
        mail.Recipients.map(({ Email }) => [Email]),
      );
    },
    'GET /emails/*/view': (_request, id) => {
      const found = log.find(({ MsgID }) => MsgID === id);
      if (found === undefined) return [404, { Error: 'not found' }];
      const { To, TransactionID } = found;
      const Status = { To, TransactionID, Status: 'Sent', Date: '2030-01-02T03:04:05' };
      return [200, { Preview: { Subject: 'Hi' }, Attachments: [], Status }];
    },
    'GET /emails/*/status': (_request, id) => {
      const found = log.filter(({ TransactionID }) => TransactionID === id);
      if (found.length === 0) return [404, { Error: 'not found' }];
      return [200, { ID: id, Status: 'complete', Sent: found.map(({ To }) => To) }];
    },
    'GET /events/*': ({ query }, id) => {
      const events = log
        .filter(({ TransactionID }) => TransactionID === id)
        .flatMap((entry) => [
          { ...entry, EventType: 'Submission', EventDate: '2030-01-02T03:04:05' },
          { ...entry, EventType: 'Sent', EventDate: '2030-01-02T03:04:06' },
        ]);
      const offset = Number(query.get('offset'));
      return [200, events.slice(offset, offset + Number(query.get('limit')))];
    },
  };
  return { routes, mails, requests };
}

function addressOf(mailbox: string): string {
  return /<([^<>]+)>$/.exec(mailbox)?.[1] ?? mailbox;
}

interface Parties {
  readonly to: readonly string[];
  readonly cc: readonly string[];
  readonly everyone: readonly string[];
}

function toMail(
  { Content, Options = {} }: Transactional | Bulk,
  { to, cc, everyone }: Parties,
  merge: Readonly<Record<string, string>>,
  templateOf: TemplateOf,
): ReceivedMail {
  const { Body = [], Attachments = [], TemplateName } = Content;
  const template = TemplateName === undefined ? undefined : templateOf(TemplateName);
  const part = (type: string) => Body.find(({ ContentType }) => ContentType === type)?.Content;
  const fill = (words: string | undefined) =>
    words?.replace(/\{(\w+)\}/g, (_found, name) => merge[name] ?? '');
  const switches = { opens: Options.TrackOpens, clicks: Options.TrackClicks };
  return {
    envelope: { from: Content.EnvelopeFrom ?? addressOf(Content.From), to: everyone.map(addressOf) },
    subject: fill(template?.subject ?? Content.Subject),
    html: fill(template?.html ?? part('HTML')),
    text: fill(part('PlainText')),
    headers: new Map([
      ['from', Content.From],
      ['to', to.join(', ')],
      ['cc', cc.join(', ')],
      ['reply-to', Content.ReplyTo ?? ''],
      ...Object.entries(Content.Headers ?? {}).map(([name, value]) => [name.toLowerCase(), value] as const),
    ]),
    attachments: Attachments.map(({ Name, BinaryContent }) => ({
      filename: Name,
      content: Buffer.from(BinaryContent, 'base64'),
    })),
    tags: Options.ChannelName === undefined ? undefined : [Options.ChannelName],
    metadata: Content.Postback === undefined ? undefined : JSON.parse(Content.Postback),
    tracking: Object.fromEntries(Object.entries(switches).filter(([, value]) => value !== undefined)),
  };
}

import type { ReceivedMail } from '@org/email/testing';
import { type Reply, type Routes, refuse, type StandInRequest } from './stand-in.ts';

export interface ResendMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly cc?: readonly string[];
  readonly bcc?: readonly string[];
  readonly reply_to?: readonly string[];
  readonly subject: string;
  readonly html?: string;
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly attachments?: readonly { readonly filename: string; readonly content: string }[];
  readonly scheduled_at?: string;
  readonly tags?: readonly { readonly name: string; readonly value: string }[];
  readonly topic_id?: string;
  readonly template?: { readonly id: string; readonly variables?: Readonly<Record<string, unknown>> };
}

const fields =
  'from to subject bcc cc reply_to html text template headers scheduled_at attachments tags topic_id';

/** `POST /emails` and `POST /emails/batch`, with their idempotency keys. */
export function createMailRoutes(templates: ReadonlyMap<string, object>) {
  const mails: ReceivedMail[] = [];
  const accepted: ResendMail[] = [];
  const known = new Map<string, { readonly body: string; readonly reply: Reply }>();

  const problemOf = (mail: ResendMail): string | undefined => {
    if (!mail.from || !mail.to || !mail.subject) return 'Missing `from`, `to` or `subject`.';
    const unknown = Object.keys(mail).find((field) => !fields.split(' ').includes(field));
    if (unknown !== undefined) return `Unknown field ${unknown}.`;
    return mail.to.some((to) => to.includes('@invalid')) ? 'Invalid `to` field.' : undefined;
  };
  const scheduled = new Map<string, ResendMail>();
  const accept = (mail: ResendMail) => {
    accepted.push(mail);
    const id = `id-${accepted.length}`;
    if (mail.scheduled_at === undefined) mails.push(toMail(mail));
    else scheduled.set(id, mail);
    return { id };
  };
  const fill = (mail: ResendMail): ResendMail | undefined => {
    if (mail.template === undefined) return mail;
    const stored = templates.get(mail.template.id);
    if (stored === undefined) return undefined;
    const { variables = {} } = mail.template;
    const render = (text: unknown) =>
      `${text}`.replace(/\{\{\{(\w+)\}\}\}/g, (_, name: string) => `${variables[name]}`);
    const { subject, html, from } = stored as ResendMail;
    return { ...mail, from: mail.from ?? from, subject: mail.subject ?? render(subject), html: render(html) };
  };
  const change = (id = '', run: (mail: ResendMail) => void): Reply => {
    const mail = scheduled.get(id);
    if (mail === undefined) return refuse(404, 'not_found', 'Email not found');
    run(mail);
    return [200, { object: 'email', id }];
  };
  const withKey = ({ headers, body }: StandInRequest, run: () => Reply): Reply => {
    const key = headers['idempotency-key'];
    const earlier = known.get(`${key}`);
    if (earlier?.body === body) return earlier.reply;
    if (earlier !== undefined) return refuse(409, 'invalid_idempotent_request');
    const reply = run();
    if (key !== undefined && reply[0] === 200) known.set(`${key}`, { body, reply });
    return reply;
  };

  const routes: Routes = {
    'POST /emails': (request) =>
      withKey(request, () => {
        const mail = fill(request.json() as unknown as ResendMail);
        if (mail === undefined) return refuse(404, 'not_found', 'Template not found');
        const problem = problemOf(mail);
        return problem === undefined ? [200, accept(mail)] : refuse(422, 'validation_error', problem);
      }),
    'POST /emails/batch': (request) =>
      withKey(request, () => {
        const batch = request.json() as unknown as ResendMail[];
        if (batch.length > 100) return refuse(422, 'validation_error', 'At most 100 emails.');
        if (batch.some(({ attachments, scheduled_at }) => attachments ?? scheduled_at))
          return refuse(422, 'validation_error', 'No attachments and no `scheduled_at` in a batch.');
        const problems = batch.map(problemOf);
        const errors = problems.flatMap((message, index) =>
          message === undefined ? [] : [{ index, message }],
        );
        if (errors.length > 0 && request.headers['x-batch-validation'] !== 'permissive')
          return refuse(422, 'validation_error', errors[0]?.message);
        const data = batch.filter((_, index) => problems[index] === undefined).map(accept);
        return [200, { data, ...(errors.length > 0 ? { errors } : {}) }];
      }),
    'GET /emails/*': (_request, id = '') => {
      const mail = accepted[Number(id.slice(3)) - 1];
      if (mail === undefined) return refuse(404, 'not_found', 'Email not found');
      const { scheduled_at = null } = scheduled.get(id) ?? mail;
      const last_event = scheduled_at === null ? 'delivered' : 'scheduled';
      return [
        200,
        { object: 'email', id, ...mail, scheduled_at, last_event, created_at: '2023-04-03 22:13:42+00' },
      ];
    },
    'PATCH /emails/*': (request, id = '') =>
      change(id, (mail) => scheduled.set(id, { ...mail, ...request.json() })),
    'POST /emails/*/cancel': (_request, id = '') => change(id, () => scheduled.delete(id)),
  };
  return { routes, mails, accepted };
}

export function toMail(mail: ResendMail): ReceivedMail {
  const { from, to, cc = [], bcc = [], reply_to = [], subject, html, text, attachments = [] } = mail;
  const headers = new Map([
    ['from', from],
    ['to', to.join(', ')],
    ['cc', cc.join(', ')],
    ['reply-to', reply_to.join(', ')],
    ...Object.entries(mail.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value] as const),
  ]);
  return {
    tags: mail.tags?.map(({ name, value }) => `${name}:${value}`),
    metadata: Object.fromEntries((mail.tags ?? []).map(({ name, value }) => [name, value])),
    stream: mail.topic_id,
    envelope: { from: addressOf(from), to: [...to, ...cc, ...bcc].map(addressOf) },
    subject,
    html,
    text,
    headers,
    attachments: attachments.map(({ filename, content }) => ({
      filename,
      content: Buffer.from(content, 'base64'),
    })),
  };
}

function addressOf(mailbox: string): string {
  return /<([^<>]+)>$/.exec(mailbox)?.[1] ?? mailbox;
}

import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json as readBody } from 'node:stream/consumers';
import type { ReceivedMail } from '@org/email/testing';
import { apiKey } from './harness.ts';

/** A body of any form. */
type Json = ReturnType<typeof JSON.parse>;

interface Answer {
  readonly status: number;
  readonly json?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** MailerSend as its documentation and its SDKs have it, with its state in memory. */
export interface StandIn {
  readonly url: string;
  readonly mails: ReceivedMail[];
  readonly templates: Map<string, Json>;
  /** By list: `blocklist`, `hard-bounces`, … */
  readonly suppressions: Map<string, Json[]>;
  /** Accepts the next send, and closes the connection instead of the response. */
  loseNextAnswer(): void;
  close(): Promise<void>;
}

const missing: Answer = { status: 404, json: { message: 'Resource not found.' } };
const now = '2026-11-22T10:00:00.000000Z';

const invalid = (field: string, words: string): Answer => ({
  status: 422,
  json: { message: 'The given data was invalid.', errors: { [field]: [words] } },
});

function page(items: readonly Json[], url: URL): Answer {
  const number = Number(url.searchParams.get('page') ?? 1);
  const limit = Number(url.searchParams.get('limit') ?? 25);
  if (limit < 10 || limit > 100) return invalid('limit', 'The limit must be between 10 and 100.');
  const hasMore = number * limit < items.length;
  const links = { next: hasMore ? `https://api.mailersend.com/v1/x?page=${number + 1}` : null };
  return { status: 200, json: { data: items.slice((number - 1) * limit, number * limit), links, meta: {} } };
}

export async function startStandIn(): Promise<StandIn> {
  const mails: ReceivedMail[] = [];
  const templates = new Map<string, Json>();
  const suppressions = new Map<string, Json[]>();
  const schedules = new Map<string, Json>();
  const messages = new Map<string, Json>();
  const webhooks = new Map<string, Json>();
  let losesAnswer = false;
  let count = 0;
  const nextId = () => {
    count += 1;
    return `631a6250bd4f6bd6844a${`${count}`.padStart(4, '0')}`;
  };

  const reasonOf = (email: string) =>
    [...suppressions].find(([, items]) => items.some((item) => item.recipient.email === email))?.[0];

  const send = (body: Json): Answer => {
    if (!body.html && !body.text && !body.template_id)
      return invalid('text', 'The text field is required. #MS42211');
    const everyone: string[] = [...body.to, ...(body.cc ?? []), ...(body.bcc ?? [])].map(
      (each) => each.email,
    );
    if (body.personalization?.some(({ email }: Json) => !everyone.includes(email)))
      return invalid('personalization.0.email', 'The email must be a recipient. #MS42217');
    const left = everyone.filter((email) => reasonOf(email) === undefined);
    const warnings = everyone.filter((email) => !left.includes(email));
    const type = left.length === 0 ? 'ALL_SUPPRESSED' : 'SOME_SUPPRESSED';
    const recipients = warnings.map((email) => ({ email, name: '', reasons: ['hard_bounced'] }));
    const json = warnings.length === 0 ? undefined : { message: 'Warning', warnings: [{ type, recipients }] };
    if (left.length === 0) return { status: 202, json };
    const id = nextId();
    if (body.send_at === undefined) {
      mails.push(toMail(body, left, templates));
      messages.set(id, {
        id,
        emails: left.map(() => ({ status: 'sent', subject: body.subject })),
        created_at: now,
      });
    } else {
      const send_at = new Date(body.send_at * 1_000).toISOString();
      schedules.set(id, {
        message_id: id,
        subject: body.subject,
        send_at,
        status: 'scheduled',
        created_at: now,
      });
    }
    return { status: 202, headers: { 'x-message-id': id }, json };
  };

  const answer = (method: string, url: URL, body: Json): Answer => {
    const [, collection = '', id = ''] = url.pathname.replace(/^\/v1/, '').split('/');
    const found = (item: Json) => (item === undefined ? missing : { status: 200, json: { data: item } });
    const removed = (isRemoved: boolean) => (isRemoved ? { status: 204 } : missing);
    if (method === 'POST' && collection === 'email') return send(body);
    if (collection === 'templates') {
      if (method === 'DELETE') return removed(templates.delete(id));
      return id === '' ? page([...templates.values()], url) : found(templates.get(id));
    }
    if (collection === 'messages') return found(messages.get(id));
    if (collection === 'message-schedules')
      return method === 'DELETE' ? removed(schedules.delete(id)) : found(schedules.get(id));
    if (collection === 'webhooks') {
      if (method === 'DELETE') return removed(webhooks.delete(id));
      if (method === 'GET') return page([...webhooks.values()], url);
      const webhook = { id: nextId(), ...body };
      webhooks.set(webhook.id, webhook);
      return { status: 201, json: { data: webhook } };
    }
    if (collection !== 'suppressions') return missing;
    const items = suppressions.get(id) ?? [];
    if (method === 'GET') return page(items, url);
    if (method === 'DELETE') {
      suppressions.set(
        id,
        items.filter((item) => !body.ids.includes(item.id)),
      );
      return { status: 200, json: {} };
    }
    const added = body.recipients.map((email: string) => ({
      id: nextId(),
      ...(id === 'blocklist' ? { type: 'exact', pattern: email } : {}),
      recipient: { email },
      created_at: now,
    }));
    suppressions.set(id, [...items, ...added]);
    return { status: 201, json: { data: added } };
  };

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const body = await bodyOf(request);
    const isKnown = request.headers.authorization === `Bearer ${apiKey}`;
    const { status, json, headers } = isKnown
      ? answer(request.method ?? '', url, body)
      : { status: 401, json: { message: 'Unauthenticated.' }, headers: {} };
    if (losesAnswer) {
      losesAnswer = false;
      request.socket.destroy();
      return;
    }
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(json === undefined ? undefined : JSON.stringify(json));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    mails,
    templates,
    suppressions,
    loseNextAnswer: () => {
      losesAnswer = true;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<Json> {
  const { 'content-length': length = '0' } = request.headers;
  return length === '0' ? {} : ((await readBody(request)) as Json);
}

function toMail(body: Json, recipients: readonly string[], templates: StandIn['templates']): ReceivedMail {
  const template = templates.get(body.template_id);
  const data = body.personalization?.[0]?.data ?? {};
  const fill = (content: string | undefined) =>
    content
      ?.replace(/\{\{\s*(\w+)\s*\}\}/g, (_all, name) => `${data[name] ?? ''}`)
      .replace(/\{\{[^}]*\}\}|\{%[^%]*%\}/g, '');
  const headers = new Map<string, string>([['to', body.to.map(({ email }: Json) => email).join(', ')]]);
  if (body.cc) headers.set('cc', body.cc.map(({ email }: Json) => email).join(', '));
  if (body.reply_to) headers.set('reply-to', body.reply_to.email);
  if (body.list_unsubscribe) headers.set('list-unsubscribe', body.list_unsubscribe);
  for (const { name, value } of body.headers ?? []) headers.set(name.toLowerCase(), value);
  const { track_opens: opens, track_clicks: clicks } = body.settings ?? {};
  return {
    envelope: { from: body.from?.email, to: recipients },
    subject: fill(body.subject),
    html: fill(template?.html ?? body.html),
    text: fill(body.text),
    headers,
    attachments: (body.attachments ?? []).map(({ filename, content }: Json) => ({
      filename,
      content: new Uint8Array(Buffer.from(content, 'base64')),
    })),
    tags: body.tags,
    tracking: { ...(opens === undefined ? {} : { opens }), ...(clicks === undefined ? {} : { clicks }) },
  };
}

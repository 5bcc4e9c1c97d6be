import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { ReceivedMail } from '@org/email/testing';

type Reply = readonly [status: number, body?: object];

// biome-ignore lint/suspicious/noExplicitAny: the bodies of all routes
type Body = any;

interface Routed {
  readonly query: URLSearchParams;
  readonly json: Body;
  readonly key: string | undefined;
  readonly id: string;
}

const refuse = (status: number, code: string): Reply => [status, { error: { code, text: code } }];

/** The service that `acme.ts` describes. */
export async function startAcme() {
  const mails: ReceivedMail[] = [];
  let toLose = 0;
  const routes = {
    ...mailRoutes(mails),
    ...contactRoutes(),
    ...blockRoutes(),
    'GET /v1/resources': (): Reply => [200, { resources: ['a', 'b'] }],
  };
  const perform = (request: IncomingMessage, body: string): Reply => {
    const { pathname, searchParams: query } = new URL(request.url ?? '', 'http://acme');
    const { 'x-acme-key': secret, 'x-once': key } = request.headers;
    if (secret !== 'good' && query.get('api_key') !== 'good') return refuse(401, 'wrong-key');
    const [, path = '', id = ''] = /^(\/v1\/\w+)(?:\/([^/]+))?$/.exec(pathname) ?? [];
    const name = `${request.method} ${path}${id === '' ? '' : '/*'}`;
    const route = (routes as Readonly<Record<string, (routed: Routed) => Reply>>)[name];
    if (route === undefined) return refuse(404, 'no-route');
    const json = body === '' ? undefined : JSON.parse(body);
    return route({ query, json, key: key?.toString(), id: decodeURIComponent(id) });
  };
  const server = createServer(async (request, response) => {
    const [status, body] = perform(request, await text(request));
    if (toLose > 0) {
      toLose -= 1;
      return request.socket.destroy();
    }
    response.writeHead(status, { 'content-type': 'application/json', 'x-request-id': 'r-1' });
    return response.end(body === undefined ? '' : JSON.stringify(body));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    mails,
    /** Performs the next requests and closes their connections without a response. */
    loseAnswers(count: number) {
      toLose = count;
    },
    close: async () => void server.close(),
  };
}

function mailRoutes(mails: ReceivedMail[]) {
  const templates = new Map<string, Body>();
  const known = new Map<string, Reply>();
  let sent = 0;
  let made = 0;
  const send = (json: Body): Reply => {
    if (json.kind !== 'transactional' || json.content.charset !== 'utf-8') return refuse(422, 'constants');
    const stored = json.template && templates.get(json.template.id);
    if (json.template && stored === undefined) return refuse(404, 'no-template');
    sent += 1;
    if (json.send_at === undefined && json.dry_run !== true)
      mails.push(toMail(json, stored ? fill(stored.content, json.template.data ?? {}) : json.content));
    return [202, { success: true, data: { messages: [{ id: sent }] } }];
  };
  return {
    'POST /v1/send': ({ json, key = '' }: Routed): Reply => {
      const reply = known.get(key) ?? send(json);
      if (key !== '') known.set(key, reply);
      return reply;
    },
    'POST /v1/templates': ({ json }: Routed): Reply => {
      made += 1;
      const template = { ...json, id: made, created: '2026-01-02T03:04:05Z' };
      templates.set(String(made), template);
      return [201, { data: template }];
    },
    'GET /v1/templates': ({ query }: Routed): Reply => {
      const [page, size] = [Number(query.get('page') ?? 1), Number(query.get('per_page'))];
      return [200, { data: [...templates.values()].slice((page - 1) * size, page * size) }];
    },
    'GET /v1/templates/*': ({ id }: Routed): Reply =>
      templates.has(id) ? [200, { data: templates.get(id) }] : refuse(404, 'no-template'),
    'PATCH /v1/templates/*': ({ id, json }: Routed): Reply => {
      const { content, ...others } = templates.get(id);
      const template = { ...others, ...json, content: { ...content, ...json.content } };
      templates.set(id, template);
      return [200, { data: template }];
    },
    'DELETE /v1/templates/*': ({ id }: Routed): Reply =>
      templates.delete(id) ? [204] : refuse(404, 'no-template'),
  };
}

function contactRoutes() {
  const contacts = new Map<string, Body>();
  const idOf = (email: string) => `c-${email.split('@')[0]}`;
  const write = (id: string, json: Body): Reply => {
    const { custom = {}, ...old } = contacts.get(id) ?? { uid: id, opt_in: true };
    contacts.set(id, { ...old, ...json, custom: { ...custom, ...json.custom } });
    return [200, contacts.get(id)];
  };
  return {
    'POST /v1/contacts': ({ json }: Routed) => write(idOf(json.email), json),
    'PUT /v1/contacts/*': ({ id, json }: Routed) => write(id, json),
    'GET /v1/contacts': ({ query }: Routed): Reply => {
      const start = Number(query.get('after') ?? 0);
      const end = start + Number(query.get('limit') ?? 100);
      const next = end < contacts.size ? String(end) : null;
      return [200, { contacts: [...contacts.values()].slice(start, end), next }];
    },
    'GET /v1/contacts/*': ({ id }: Routed): Reply =>
      contacts.has(id) ? [200, contacts.get(id)] : refuse(404, 'no-contact'),
    'DELETE /v1/contacts/*': ({ id }: Routed): Reply => {
      contacts.delete(id);
      return [200, { success: true }];
    },
  };
}

function blockRoutes() {
  const blocked = new Map<string, Body>();
  return {
    'POST /v1/blocked': ({ json }: Routed): Reply => {
      blocked.set(json.address, { why: 'manual', ...json, at: 1.7e9 });
      return [204];
    },
    'GET /v1/blocked': ({ query }: Routed): Reply => {
      const start = Number(query.get('skip') ?? 0);
      return [200, [...blocked.values()].slice(start, start + Number(query.get('take')))];
    },
    'GET /v1/blocked/*': ({ id }: Routed): Reply =>
      blocked.has(id) ? [200, blocked.get(id)] : refuse(404, 'not-blocked'),
    'DELETE /v1/blocked/*': ({ id }: Routed): Reply =>
      blocked.delete(id) ? [204] : refuse(404, 'not-blocked'),
  };
}

function fill(content: Body, values: Body): Body {
  const replace = (words = '') => words.replace(/\{\{(\w+)\}\}/g, (_all, name) => String(values[name]));
  return { subject: replace(content.subject), html: replace(content.html) };
}

function toMail(json: Body, { subject, html, text: words }: Body): ReceivedMail {
  const { to, cc = [], bcc = [] } = json.recipients;
  const addresses = (list: Body[]) => list.map(({ email }) => email);
  const own = Object.entries<string>(json.headers ?? {});
  return {
    envelope: { from: json.sender.email, to: addresses([...to, ...cc, ...bcc]) },
    subject,
    html,
    text: words,
    headers: new Map([
      ['to', addresses(to).join(', ')],
      ['cc', addresses(cc).join(', ')],
      ['reply-to', addresses(json.reply_to ?? []).join(', ')],
      ...own.map(([name, value]) => [name.toLowerCase(), value] as const),
    ]),
    attachments: (json.files ?? []).map((file: Body) => ({
      filename: file.name,
      content: Buffer.from(file.base64, 'base64'),
    })),
    tags: json.labels,
    metadata: json.meta,
    tracking: json.track ?? {},
    stream: json.channel,
  };
}

import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json as readBody } from 'node:stream/consumers';
import type { ReceivedMail } from '@org/email/testing';
import { apiKey } from './harness.ts';
import {
  type Answer,
  answerStores,
  createStores,
  type Json,
  refusal,
  type Stores,
} from './stand-in-stores.ts';

/** Brevo as its API description has it, with its state in memory. */
export interface StandIn extends Stores {
  readonly url: string;
  readonly mails: ReceivedMail[];
  /** The bodies of `POST /smtp/email`, in order. */
  readonly bodies: Json[];
  /** Accepts the next send, and closes the connection instead of the response. */
  loseNextAnswer(): void;
  close(): Promise<void>;
}

export async function startStandIn(): Promise<StandIn> {
  const stores = createStores();
  const keys = new Set<unknown>();
  const mails: ReceivedMail[] = [];
  const bodies: Json[] = [];
  let losesAnswer = false;
  let sent = 0;

  const nextId = () => {
    sent += 1;
    return `<20261122.${sent}@smtp-relay.mailin.fr>`;
  };
  const send = (body: Json): Answer => {
    bodies.push(body);
    const key = body.headers?.idempotencyKey;
    if (key !== undefined && !/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(key))
      return refusal(400, 'invalid_parameter', 'idempotencyKey is not a valid UUID');
    if (keys.has(key)) return refusal(400, 'duplicate_parameter', 'idempotencyKey was used before');
    if (body.templateId === undefined && !body.htmlContent)
      return refusal(400, 'missing_parameter', 'htmlContent is missing');
    if (body.templateId !== undefined && stores.templates.get(body.templateId)?.isActive !== true)
      return refusal(400, 'invalid_parameter', 'Template is not active');
    keys.add(key);
    const versions: Json[] = body.messageVersions ?? [body];
    const ids = versions.map(() => nextId());
    const isDropped = body.headers?.['X-Sib-Sandbox'] === 'drop';
    if (!isDropped && body.scheduledAt === undefined)
      mails.push(...versions.map((version) => toMail({ ...body, ...withoutEmpty(version) }, stores)));
    for (const [index, version] of versions.entries())
      for (const { email } of body.scheduledAt === undefined ? version.to : [])
        stores.events.push({
          email,
          date: new Date().toISOString(),
          messageId: ids[index],
          event: 'requests',
        });
    for (const id of ids) if (body.scheduledAt !== undefined) stores.scheduled.set(id, body.scheduledAt);
    const answer = body.messageVersions === undefined ? { messageId: ids[0] } : { messageIds: ids };
    return { status: body.scheduledAt === undefined ? 201 : 202, json: answer };
  };

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const path = url.pathname.replace(/^\/v3/, '');
    const body = await bodyOf(request);
    const isSend = request.method === 'POST' && path === '/smtp/email';
    const answer =
      request.headers['api-key'] !== apiKey
        ? refusal(401, 'unauthorized', 'Key not found')
        : isSend
          ? send(body)
          : answerStores(stores, request.method ?? '', path, url.searchParams, body);
    if (isSend && losesAnswer) {
      losesAnswer = false;
      request.socket.destroy();
      return;
    }
    response.writeHead(answer.status, { 'content-type': 'application/json' });
    response.end(answer.json === undefined ? undefined : JSON.stringify(answer.json));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    ...stores,
    url: `http://127.0.0.1:${port}/v3`,
    mails,
    bodies,
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
  const hasBody =
    request.headers['content-length'] !== undefined && request.headers['content-length'] !== '0';
  return hasBody ? ((await readBody(request)) as Json) : {};
}

const withoutEmpty = (version: Json): Json =>
  Object.fromEntries(Object.entries(version).filter(([, value]) => value !== undefined));

const instructions = ['idempotencyKey', 'sender.ip', 'X-Sib-Sandbox'];

function toMail(body: Json, { templates }: Stores): ReceivedMail {
  const template = templates.get(body.templateId);
  const sender = body.sender ?? template?.sender;
  const fill = (content: string | undefined) => content && render(content, body.params ?? {});
  const { to, cc = [], bcc = [] } = body;
  const headers = new Map<string, string>([['to', lineOf(to)]]);
  if (cc.length > 0) headers.set('cc', lineOf(cc));
  const replyTo = body.replyTo?.email ?? template?.replyTo;
  if (replyTo) headers.set('reply-to', replyTo);
  for (const [name, value] of Object.entries<string>(body.headers ?? {}))
    if (!instructions.includes(name)) headers.set(name.toLowerCase(), value);
  const metadata = headers.get('x-mailin-custom');
  return {
    envelope: { from: sender?.email, to: [...to, ...cc, ...bcc].map(({ email }: Json) => email) },
    subject: fill(body.subject ?? template?.subject),
    html: fill(template?.htmlContent ?? body.htmlContent),
    text: fill(template === undefined ? body.textContent : undefined),
    headers,
    tags: body.tags,
    metadata: metadata && JSON.parse(metadata),
    attachments: (body.attachment ?? []).map(({ name, content }: Json) => ({
      filename: name,
      content: new Uint8Array(Buffer.from(content, 'base64')),
    })),
  };
}

const lineOf = (addresses: readonly Json[]) =>
  addresses.map(({ email, name }) => (name ? `"${name}" <${email}>` : email)).join(', ');

/** Brevo's template language, as far as a mail shows it: an unknown placeholder is empty. */
function render(content: string, params: Json): string {
  return content
    .replace(/\{\{\s*params\.(\w+)\s*\}\}/g, (_all, name) => `${params[name] ?? ''}`)
    .replace(/\{\{[^}]*\}\}|\{%[^%]*%\}/g, '');
}

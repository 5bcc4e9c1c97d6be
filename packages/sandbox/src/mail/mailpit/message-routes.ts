import type { SandboxRequest, SandboxResponse } from '../../http/exchange.ts';
import { type Route, type RouteParams, route } from '../../http/router.ts';
import type { Mailbox, ReceivedMessage } from '../mailbox/mailbox.ts';
import type { MailAttachment } from '../message/parse-message.ts';
import { notFound, plain } from './answers.ts';
import { findPart, toDetail, toHeaders } from './detail.ts';
import { findMessages } from './list-routes.ts';
import type { Relay } from './relay.ts';
import { release } from './release.ts';
import { thumbnailOf } from './thumbnail.ts';

type Respond = (
  message: ReceivedMessage,
  params: RouteParams,
  request: SandboxRequest,
) => SandboxResponse | Promise<SandboxResponse>;

/** The message of an id; for `latest`, the newest one, or the newest of a `query`. */
export async function findMessage(mailbox: Mailbox, id: string, query: URLSearchParams) {
  return id === 'latest' ? (await findMessages(mailbox, query))[0] : mailbox.get(id);
}

/** The routes of one message, without the checks. */
export function messageRoutes(mailbox: Mailbox, relay: Relay | undefined): readonly Route[] {
  const of = (method: string, path: string, respond: Respond): Route =>
    route(method, `/api/v1/message/:id${path}`, async (request, params) => {
      const message = await findMessage(mailbox, params['id'] ?? '', request.query);
      return message === undefined ? notFound : respond(message, params, request);
    });
  return [
    of('GET', '', (message) => {
      mailbox.setRead([message.id], true);
      return { status: 200, json: toDetail(message) };
    }),
    of('GET', '/headers', ({ parsed }) => ({ status: 200, json: toHeaders(parsed) })),
    of('GET', '/raw', ({ raw }) => ({
      status: 200,
      headers: { 'content-type': 'text/plain; charset=utf-8' },
      body: raw,
    })),
    of('GET', '/part/:part', withPart(sendPart)),
    of('GET', '/part/:part/thumb', withPart(thumbnailOf)),
    // Mailpit without SpamAssassin has no such route.
    route('GET', '/api/v1/message/:id/sa-check', () => plain(404, '404 page not found\n')),
    of('POST', '/release', (message, _params, request) => release(message, request, relay)),
  ];
}

function withPart(respond: (part: MailAttachment) => SandboxResponse): Respond {
  return (message, { part: id = '' }) => {
    const part = findPart(message, id);
    return part === undefined ? notFound : respond(part);
  };
}

/** To be saved, never displayed: a file may be a page with scripts. */
function sendPart({ content, contentType, filename = 'part' }: MailAttachment): SandboxResponse {
  const isType = /^[\w.+-]{1,60}\/[\w.+-]{1,100}$/.test(contentType);
  const name = encodeURIComponent(Buffer.from(filename.slice(0, 120)).toString()).replace(/['()*]/g, '_');
  return {
    status: 200,
    headers: {
      'content-type': isType ? contentType : 'application/octet-stream',
      'content-disposition': `attachment; filename*=UTF-8''${name}`,
    },
    body: content,
  };
}

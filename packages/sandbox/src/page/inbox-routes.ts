import type { SandboxResponse } from '../http/exchange.ts';
import { type Route, type RouteParams, route } from '../http/router.ts';
import { fieldsOf } from '../mail/kit/fields.ts';
import type { ReceivedMessage } from '../mail/mailbox/mailbox.ts';
import { searchInSlices } from '../mail/mailbox/search/search.ts';
import { tagsOf } from '../mail/message/tags.ts';
import type { MailService } from '../mail/service/service.ts';
import type { MailOutcome } from '../mail/store/recipient-outcomes.ts';
import type { SandboxRequests } from '../requests/sandbox-requests.ts';
import { messagePolicy } from './headers.ts';
import { describe, summarize } from './inbox/message-json.ts';
import { createTrash } from './inbox/trash.ts';
import { renderMessageHtml } from './message-html.ts';

export type { MessageDetail, MessageSummary } from './inbox/message-json.ts';

const maxListed = 500;

/**
 * The routes of the inbox view. A list has undelivered mail only with `undelivered=yes`: a program that waits
 * for mail asks without it.
 */
export function inboxRoutes(
  { mailbox, outcomes }: Pick<MailService, 'mailbox' | 'outcomes'>,
  requests: SandboxRequests,
): readonly Route[] {
  const trash = createTrash(mailbox, outcomes);
  const find = (id: string): ReceivedMessage | undefined =>
    mailbox.get(id) ?? outcomes.undelivered().find((message) => message.id === id);
  const requestOf = ({ id }: ReceivedMessage) =>
    requests.list('mail').findLast(({ messageIds }) => messageIds.includes(id))?.id;
  const withMessage =
    (respond: (message: ReceivedMessage, params: RouteParams) => SandboxResponse) =>
    (_: unknown, params: RouteParams): SandboxResponse => {
      const message = find(params['id'] ?? '');
      return message === undefined ? notFound : respond(message, params);
    };
  return [
    route('GET', '/api/messages', async ({ query }) => {
      const undelivered = outcomes.undelivered();
      const all =
        query.get('undelivered') === 'yes' ? joinByTime(mailbox.list(), undelivered) : mailbox.list();
      const matches = await searchInSlices(all, query.get('query') ?? '', timeZoneOf(query));
      const wanted = query.get('outcome');
      const found = wanted === null ? matches : matches.filter(({ id }) => hasState(outcomes.of(id), wanted));
      const start = readCount(query.get('start'), 0);
      const shown = found.slice(start, start + Math.min(readCount(query.get('limit'), 200), maxListed));
      return {
        status: 200,
        json: {
          total: mailbox.list().length,
          unread: mailbox.list().filter(({ isRead }) => !isRead).length,
          undelivered: undelivered.length,
          matches: found.length,
          start,
          messages: shown.map((message) => summarize(message, outcomes.of(message.id))),
        },
      };
    }),
    route('DELETE', '/api/messages', () => ({ status: 200, json: trash.remove() })),
    route('DELETE', '/api/messages/:id', (_, { id = '' }) => {
      const json = trash.remove([id]);
      return json.count === 0 ? notFound : { status: 200, json };
    }),
    route('POST', '/api/deletions/:deletion/undo', (_, { deletion = '' }) =>
      trash.restore(deletion) ? { status: 204 } : { status: 404, json: { error: 'This deletion is final.' } },
    ),
    route(
      'GET',
      '/api/messages/:id',
      withMessage((message) => ({
        status: 200,
        json: { ...describe(message, outcomes.of(message.id)), request: requestOf(message) },
      })),
    ),
    route('PUT', '/api/messages/:id', (request, { id = '' }) => {
      const { tags, isRead } = fieldsOf(request.json());
      if (Array.isArray(tags)) mailbox.setTags([id], tags.map(String));
      if (typeof isRead === 'boolean') mailbox.setRead([id], isRead);
      return withMessage((message) => ({ status: 200, json: summarize(message, outcomes.of(id)) }))(request, {
        id,
      });
    }),
    route('GET', '/api/tags', () => ({ status: 200, json: { tags: tagsOf(mailbox.list()) } })),
    route('GET', '/messages/:id/html', (request, params) => {
      const isDark = request.query.get('scheme') === 'dark';
      return withMessage((message) => htmlResponse(message, isDark))(request, params);
    }),
    route('GET', '/messages/:id/source', withMessage(sourceResponse)),
    route(
      'GET',
      '/messages/:id/attachments/:index',
      withMessage((message, { index = '' }) => attachmentResponse(message, index)),
    ),
  ];
}

const notFound: SandboxResponse = { status: 404, json: { error: 'Message not found' } };

function readCount(text: string | null, byDefault: number): number {
  return text !== null && /^\d{1,7}$/.test(text) ? Number(text) : byDefault;
}

/** Oldest first. */
function joinByTime(
  delivered: readonly ReceivedMessage[],
  undelivered: readonly ReceivedMessage[],
): readonly ReceivedMessage[] {
  if (undelivered.length === 0) return delivered;
  return [...delivered, ...undelivered].sort((a, b) => Number(a.receivedAt) - Number(b.receivedAt));
}

const hasState = (outcomes: readonly MailOutcome[], wanted: string): boolean =>
  outcomes.some(({ state }) => state === wanted);

function timeZoneOf(query: URLSearchParams): { readonly timeZone?: string } {
  const timeZone = query.get('tz');
  return timeZone === null ? {} : { timeZone };
}

function htmlResponse({ parsed }: ReceivedMessage, isDark: boolean): SandboxResponse {
  return {
    status: 200,
    headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': messagePolicy },
    body: renderMessageHtml(parsed, { isDark }),
  };
}

// Plain text, for any content type.
function sourceResponse({ id, raw }: ReceivedMessage): SandboxResponse {
  return {
    status: 200,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'content-disposition': disposition(`${id}.eml`) },
    body: raw,
  };
}

function attachmentResponse({ parsed }: ReceivedMessage, index: string): SandboxResponse {
  const attachment = /^\d{1,4}$/.test(index) ? parsed.attachments[Number(index)] : undefined;
  if (attachment === undefined) return { status: 404, json: { error: 'Attachment not found' } };
  return {
    status: 200,
    headers: {
      'content-type': 'application/octet-stream',
      'content-disposition': disposition(attachment.filename ?? `part-${Number(index) + 1}`),
    },
    body: attachment.content,
  };
}

/** RFC 6266 with the encoding of RFC 8187, so that a hostile name cannot end the header or name a folder. */
function disposition(filename: string): string {
  const name = filename.replace(/^[\s\S]*[/\\]/, '').slice(0, 120) || 'attachment';
  const wellFormed = Buffer.from(name).toString(); // without half surrogates, which have no encoding
  const encoded = encodeURIComponent(wellFormed).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename*=UTF-8''${encoded}`;
}

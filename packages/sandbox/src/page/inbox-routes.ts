import type { SandboxResponse } from '../http/exchange.ts';
import { type Route, type RouteParams, route } from '../http/router.ts';
import { fieldsOf } from '../mail/kit/fields.ts';
import type { ReceivedMessage } from '../mail/mailbox/mailbox.ts';
import { searchInSlices } from '../mail/mailbox/search/search.ts';
import { codesIn } from '../mail/message/codes.ts';
import { findLinks } from '../mail/message/links.ts';
import type { MailAddress } from '../mail/message/parse-message.ts';
import { previewOf } from '../mail/message/preview.ts';
import { tagsOf } from '../mail/message/tags.ts';
import { readWords } from '../mail/message/words.ts';
import type { MailService } from '../mail/service/service.ts';
import type { SandboxRequests } from '../requests/sandbox-requests.ts';
import { messagePolicy } from './headers.ts';
import { renderMessageHtml } from './message-html.ts';
import { createTrash } from './trash.ts';

const maxListed = 500;

/** The routes of the inbox view. */
export function inboxRoutes(
  { mailbox }: Pick<MailService, 'mailbox'>,
  requests: SandboxRequests,
): readonly Route[] {
  const trash = createTrash(mailbox);
  const requestOf = ({ id }: ReceivedMessage) =>
    requests.list('mail').findLast(({ messageIds }) => messageIds.includes(id))?.id;
  const withMessage =
    (respond: (message: ReceivedMessage, params: RouteParams) => SandboxResponse) =>
    (_: unknown, params: RouteParams): SandboxResponse => {
      const message = mailbox.get(params['id'] ?? '');
      return message === undefined ? notFound : respond(message, params);
    };
  return [
    route('GET', '/api/messages', async ({ query }) => {
      const found = await searchInSlices(mailbox.list(), query.get('query') ?? '', timeZoneOf(query));
      const start = readCount(query.get('start'), 0);
      const shown = found.slice(start, start + Math.min(readCount(query.get('limit'), 200), maxListed));
      return {
        status: 200,
        json: {
          total: mailbox.list().length,
          matches: found.length,
          start,
          messages: shown.map(summarize),
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
        json: { ...describe(message), request: requestOf(message) },
      })),
    ),
    route('PUT', '/api/messages/:id', (request, { id = '' }) => {
      const { tags, isRead } = fieldsOf(request.json());
      if (Array.isArray(tags)) mailbox.setTags([id], tags.map(String));
      if (typeof isRead === 'boolean') mailbox.setRead([id], isRead);
      return withMessage((message) => ({ status: 200, json: summarize(message) }))(request, { id });
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

function timeZoneOf(query: URLSearchParams): { readonly timeZone?: string } {
  const timeZone = query.get('tz');
  return timeZone === null ? {} : { timeZone };
}

export type MessageSummary = ReturnType<typeof summarize>;
export type MessageDetail = ReturnType<typeof describe> & { readonly request?: string };

export function summarize(message: ReceivedMessage) {
  const { id, receivedAt, via, envelope, parsed, labels, tags, isRead } = message;
  return {
    id,
    receivedAt: receivedAt.toISOString(),
    via,
    service: labels?.service,
    tags,
    isRead,
    from: parsed.from?.name || parsed.from?.address || envelope.from,
    to: envelope.to.slice(0, 3),
    recipients: envelope.to.length,
    subject: parsed.subject ?? '',
    preview: previewOf(parsed).slice(0, 140),
    attachments: parsed.attachments.length,
  };
}

function describe(message: ReceivedMessage) {
  const { envelope, parsed, raw } = message;
  return {
    ...summarize(message),
    from: parsed.from ? formatAddress(parsed.from) : envelope.from,
    envelope: { from: envelope.from, to: envelope.to.slice(0, 1000) },
    to: parsed.to.map(formatAddress),
    cc: parsed.cc.map(formatAddress),
    replyTo: parsed.replyTo.map(formatAddress),
    hasHtml: parsed.html !== undefined && parsed.html !== '',
    text: parsed.text,
    headers: parsed.headers,
    // For programs that show no HTML.
    textOfHtml: parsed.text ? undefined : readWords(parsed).visible,
    links: findLinks(parsed),
    codes: codesIn(message),
    defect: parsed.defect,
    sizeBytes: raw.byteLength,
    attachments: parsed.attachments.map(({ filename, contentType, content }, index) => ({
      index,
      name: filename ?? `part-${index + 1}`,
      contentType,
      sizeBytes: content.byteLength,
    })),
  };
}

function formatAddress({ name, address }: MailAddress): string {
  return name === '' ? address : `${name} <${address}>`;
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

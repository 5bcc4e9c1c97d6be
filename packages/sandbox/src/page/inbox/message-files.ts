import type { SandboxResponse } from '../../http/exchange.ts';
import { type Route, type RouteHandler, route } from '../../http/router.ts';
import { plain } from '../../mail/mailpit/answers.ts';
import type { ReceivedMessage } from '../../mail/message/received-message.ts';
import type { MailService } from '../../mail/service/service.ts';
import { messagePolicy } from '../headers.ts';
import { renderMessageHtml } from '../message-html.ts';
import { mailFinder } from './find-mail.ts';

type Respond = (message: ReceivedMessage, ...rest: Parameters<RouteHandler>) => SandboxResponse;

/** The HTML of a message for its frame, its sources and its files. */
export function messageFileRoutes(mail: Pick<MailService, 'mailbox' | 'outcomes'>): readonly Route[] {
  const find = mailFinder(mail);
  const of = (path: string, respond: Respond): Route =>
    route('GET', `/messages/:id/${path}`, (request, params) => {
      const message = find(params['id'] ?? '');
      return message === undefined ? notFound : respond(message, request, params);
    });
  return [
    of('html', (message, { query }) => htmlResponse(message, query.get('scheme') === 'dark')),
    of('html-source', ({ parsed }) => plain(200, parsed.html ?? '')),
    of('source', sourceResponse),
    of('attachments/:index', (message, _, { index = '' }) => attachmentResponse(message, index)),
  ];
}

const notFound: SandboxResponse = { status: 404, json: { error: 'Message not found' } };

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

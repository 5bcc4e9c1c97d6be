import type { SandboxRequest, SandboxResponse } from '../http/exchange.ts';
import { type Route, type RouteHandler, route } from '../http/router.ts';
import type { Mailbox, ReceivedMessage } from '../mail/mailbox/mailbox.ts';
import { plain } from '../mail/mailpit/answers.ts';
import { textOf } from '../mail/mailpit/detail.ts';
import { findMessage } from '../mail/mailpit/message-routes.ts';
import { messagePolicy } from './headers.ts';
import { linkPictures, renderMessageHtml } from './message-html.ts';

/** Mailpit's renderings of a message, for browser tests: `/view/latest.html`, and links to the inbox. */
export function mailpitViews(mailbox: Mailbox): readonly Route[] {
  const view: RouteHandler = async (request, { name = '' }) => {
    const dot = name.lastIndexOf('.');
    const id = dot === -1 ? name : name.slice(0, dot);
    const message = await findMessage(mailbox, id, request.query);
    if (dot === -1) return redirect(message);
    if (message === undefined) return plain(404, 'Message not found');
    const kind = name.slice(dot + 1);
    if (kind !== 'html' && kind !== 'txt') return plain(404, 'Not found');
    mailbox.setRead([message.id], true);
    return kind === 'txt' ? plain(200, textOf(message.parsed)) : renderHtml(message, request);
  };
  // cypress-mailpit asks with two slashes.
  return [route('GET', '/view/:name', view), route('GET', '//view/:name', view)];
}

function redirect(message: ReceivedMessage | undefined): SandboxResponse {
  const location = message === undefined ? '/' : `/#/inbox/${encodeURIComponent(message.id)}`;
  return { status: 302, headers: { location } };
}

/** The original HTML for a program. A browser gets it without anything that connects, but with its links. */
function renderHtml(message: ReceivedMessage, { headers }: SandboxRequest): SandboxResponse {
  const { html = '', attachments } = message.parsed;
  if (html === '') return plain(404, 'This message does not contain a HTML part');
  const isDisplayed = !['empty', undefined].includes(headers['sec-fetch-dest']);
  return {
    status: 200,
    headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': messagePolicy },
    body: isDisplayed ? renderMessageHtml({ html, attachments }, { hasLinks: true }) : linkPictures(message),
  };
}

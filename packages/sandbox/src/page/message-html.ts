import type { ReceivedMessage } from '../mail/mailbox/mailbox.ts';
import type { MailAttachment, ParsedMessage } from '../mail/message/parse-message.ts';
import { makeHtmlInert } from './mail-html/inert-html.ts';

const maxInlinedBytes = 20 * 1024 * 1024;

/**
 * The HTML of a message for its frame. The frame's sandbox and policy allow neither scripts nor requests, but
 * Chromium connects before it checks a policy: for `link rel=preconnect`, a frame, or a pressed link. So this
 * writes HTML without anything that connects, and the page lists the links separately. Pictures of the
 * message are inlined.
 */
export function renderMessageHtml(
  { html = '', attachments }: Pick<ParsedMessage, 'html' | 'attachments'>,
  { isDark = false, hasLinks = false } = {},
): string {
  const inert = makeHtmlInert(inlinePictures(html, attachments), hasLinks) + linkStyle;
  return fixScheme(inert, isDark ? 'dark' : 'light') + (isDark ? darkStyle : '');
}

/** As a mail client in this scheme: its media queries match, whatever the scheme of the system is. */
function fixScheme(html: string, scheme: 'light' | 'dark'): string {
  return html.replace(schemeQuery, (_, asked: string) =>
    asked.toLowerCase() === scheme ? 'min-width:0' : 'max-width:0',
  );
}

const darkStyle = '<style>:root{color-scheme:dark}:where(a[data-href]){color:#8ab4f8}</style>';
const schemeQuery = /prefers-color-scheme\s{0,9}:\s{0,9}(dark|light)/gi;

// `:where` has no specificity, so rules of the mail have precedence.
const linkStyle = '<style>:where(a[data-href]){color:#0645ad;text-decoration:underline}</style>';
const contentIdUrl = /cid:([^"'\s()<>]{1,300})/gi;

function inlinePictures(html: string, attachments: readonly MailAttachment[]): string {
  const pictures = new Map(
    attachments
      .filter(({ contentType }) => pictureType.test(contentType))
      .flatMap((attachment) =>
        attachment.contentId === undefined ? [] : [[attachment.contentId, attachment] as const],
      ),
  );
  if (pictures.size === 0) return html;
  let inlinedBytes = 0;
  return html.replace(contentIdUrl, (url, id: string) => {
    const picture = pictures.get(id) ?? pictures.get(decode(id));
    if (picture === undefined || inlinedBytes + picture.content.byteLength > maxInlinedBytes) return url;
    inlinedBytes += picture.content.byteLength;
    return `data:${picture.contentType};base64,${Buffer.from(picture.content).toString('base64')}`;
  });
}

/** The HTML as it is, with its pictures at their addresses in Mailpit's API. */
export function linkPictures({ id, parsed }: Pick<ReceivedMessage, 'id' | 'parsed'>): string {
  const numbers = new Map(parsed.attachments.map(({ contentId }, index) => [contentId, index + 1]));
  return (parsed.html ?? '').replace(contentIdUrl, (url, contentId: string) => {
    const number = numbers.get(contentId) ?? numbers.get(decode(contentId));
    return number === undefined ? url : `/api/v1/message/${encodeURIComponent(id)}/part/${number}`;
  });
}

const pictureType = /^image\/[a-z0-9.+-]+$/;

function decode(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}

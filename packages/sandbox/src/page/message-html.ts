import type { MailAttachment, ParsedMessage } from '../mail/parse-message.ts';

const maxInlinedBytes = 20 * 1024 * 1024;

/**
 * A message's HTML as it is shown. The frame's sandbox and policy allow neither scripts nor requests, but a browser connects
 * before it asks a policy: for `link rel=preconnect`, for a frame, for a link that is pressed (Chromium does all three). So elements
 * that connect lose their meaning, and links their address; the page lists the addresses beside the message. Pictures that came
 * along stand where they are meant to.
 */
export function renderMessageHtml({
  html = '',
  attachments,
}: Pick<ParsedMessage, 'html' | 'attachments'>): string {
  const disarmed = html
    .replace(connectingTag, '<x-$1')
    .replace(linkTag, (tag) => tag.replace(/\bhref(?=\s*=)/gi, 'data-href'));
  return inlinePictures(disarmed, attachments) + linkStyle;
}

const connectingTag = /<(link|meta|base|i?frame|frameset|object|embed|applet|portal|fencedframe)(?=[\s/>])/gi;
const linkTag = /<(?:a|area)(?=[\s/])[^<>]*>/gi; // ends at the next "<" at the latest: linear, whatever comes
// Without weight, so that any rule of the mail's own wins.
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

const pictureType = /^image\/[a-z0-9.+-]+$/;

function decode(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}

const maxLinks = 200;
const linkPattern = /\bhttps?:\/\/[^\s"'<>`\\^{|}]{1,2000}/gi;

/** The web addresses in a message, each once, in the order of their appearance. */
export function findLinks({ html, text }: Pick<ParsedMessage, 'html' | 'text'>): readonly string[] {
  const found = new Set<string>();
  for (const [url] of `${(html ?? '').replaceAll('&amp;', '&')}\n${text ?? ''}`.matchAll(linkPattern)) {
    const trimmed = url.replace(/[.,;:!?)\]]+$/, '');
    if (URL.canParse(trimmed)) found.add(trimmed);
    if (found.size === maxLinks) break;
  }
  return [...found];
}

import { cannotCarry, headersOf, type PreparedMessage, utf8Length } from '../../driver.ts';

/** developers.cloudflare.com, "Headers": besides `X-…`, at most twenty of these. */
const allowed = new Set(
  (
    'in-reply-to references list-unsubscribe list-unsubscribe-post list-id list-archive list-help ' +
    'list-owner list-post list-subscribe precedence auto-submitted content-language keywords comments ' +
    'importance priority sensitivity organization require-recipient-valid-since expires reply-by archived-at'
  ).split(' '),
);

const maxListed = 20;
const maxValueBytes = 2_048;
const maxBytes = 16 * 1_024;

/**
 * The headers of the caller.
 *
 * @throws UnsupportedError for one that Cloudflare refuses
 */
export function encodeHeaders(message: PreparedMessage): Record<string, string> | undefined {
  let [bytes, listed] = [0, 0];
  for (const [index, { name, value }] of message.headers.entries()) {
    const refuse = (problem: string) => cannotCarry('cloudflare', `headers[${index}]`, problem);
    const isOwn = /^x-[\w-]+$/i.test(name);
    if (!isOwn && !allowed.has(name.toLowerCase())) throw refuse(`is not one that Cloudflare takes: ${name}`);
    listed += isOwn ? 0 : 1;
    const valueBytes = utf8Length(value);
    bytes += name.length + valueBytes;
    if (listed > maxListed) throw refuse(`is one too many: ${maxListed} beside \`X-…\``);
    if (valueBytes > maxValueBytes) throw refuse(`has more than ${maxValueBytes} bytes`);
    if (bytes > maxBytes) throw refuse(`makes all headers larger than ${maxBytes} bytes`);
  }
  return headersOf(message);
}

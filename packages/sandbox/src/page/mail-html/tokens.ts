// Source: WHATWG HTML Living Standard, section 13.2.5 "Tokenization". The text of RCDATA and raw text
// elements is one token.

export type HtmlToken =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'doctype'; readonly text: string }
  | {
      readonly kind: 'start';
      readonly name: string;
      readonly attributes: ReadonlyMap<string, string>;
      /** The text before the end tag, for elements without markup inside. */
      readonly rawText: string | undefined;
    }
  | { readonly kind: 'end'; readonly name: string };

const tagName = /[a-z][^\s/>]*/iy;
const attribute = /[\s/]*([^\s/>][^\s/>=]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"'][^\s>]*)))?/y;
const tagEnd = /[\s/]*>/y;
const rawTextElements = new Set([
  ...['style', 'title', 'textarea', 'script', 'xmp', 'iframe', 'noembed', 'noframes', 'plaintext'],
]);

/** Splits any HTML into tokens, in linear time. Omits comments. */
export function* tokenizeHtml(html: string): Generator<HtmlToken> {
  let at = 0;
  while (at < html.length) {
    const open = html.indexOf('<', at);
    if (open === -1) break;
    if (open > at) yield { kind: 'text', text: html.slice(at, open) };
    const markup = readMarkup(html, open);
    if (markup === undefined) yield { kind: 'text', text: '<' };
    else if (markup.token !== undefined) yield markup.token;
    at = markup?.end ?? open + 1;
  }
  if (at < html.length) yield { kind: 'text', text: html.slice(at) };
}

interface Markup {
  readonly token: HtmlToken | undefined;
  readonly end: number;
}

/** The tag, comment or doctype at `open`; `undefined` where "<" is text. */
function readMarkup(html: string, open: number): Markup | undefined {
  const next = html.charAt(open + 1);
  if (/[a-z]/i.test(next)) return readStartTag(html, open);
  if (next === '/' && /[a-z]/i.test(html.charAt(open + 2))) {
    const tag = readTag(html, open + 2);
    return { token: { kind: 'end', name: tag.name }, end: tag.end };
  }
  if (html.startsWith('<!--', open)) return { token: undefined, end: endOfComment(html, open + 4) };
  if (next !== '!' && next !== '?' && next !== '/') return undefined;
  const end = after(html, '>', open);
  const text = html.slice(open, end);
  return { token: /^<!doctype/i.test(text) ? { kind: 'doctype', text } : undefined, end };
}

function readStartTag(html: string, open: number): Markup {
  const { name, attributes, end } = readTag(html, open + 1);
  if (!rawTextElements.has(name))
    return { token: { kind: 'start', name, attributes, rawText: undefined }, end };
  const close = new RegExp(`</${name}(?=[\\s/>])`, 'gi');
  close.lastIndex = end;
  const contentEnd = close.exec(html)?.index ?? html.length;
  return {
    token: { kind: 'start', name, attributes, rawText: html.slice(end, contentEnd) },
    end: contentEnd,
  };
}

function readTag(html: string, start: number) {
  tagName.lastIndex = start;
  const name = (tagName.exec(html)?.[0] ?? '').toLowerCase();
  const attributes = new Map<string, string>();
  let at = start + name.length;
  while (at < html.length) {
    tagEnd.lastIndex = at;
    if (tagEnd.test(html)) return { name, attributes, end: tagEnd.lastIndex };
    attribute.lastIndex = at;
    const found = attribute.exec(html);
    if (found === null) break;
    const [, given = '', double, single, bare] = found;
    const key = given.toLowerCase();
    if (!attributes.has(key)) attributes.set(key, double ?? single ?? bare ?? '');
    at = attribute.lastIndex;
  }
  return { name, attributes, end: html.length };
}

function endOfComment(html: string, start: number): number {
  if (html.startsWith('>', start)) return start + 1;
  if (html.startsWith('->', start)) return start + 2;
  const end = /--!?>/g;
  end.lastIndex = start;
  return end.exec(html) === null ? html.length : end.lastIndex;
}

function after(html: string, text: string, start: number): number {
  const at = html.indexOf(text, start);
  return at === -1 ? html.length : at + text.length;
}

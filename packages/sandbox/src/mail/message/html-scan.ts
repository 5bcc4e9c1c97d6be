/** Elements whose content is no markup, and not shown. */
const rawText = new Set(['style', 'script', 'title']);

/** A tag, with what it holds where that is no markup; or a comment. */
export interface Markup {
  readonly start: number;
  readonly end: number;
  /** Lower-case, of an end tag with a slash; empty for a comment. */
  readonly name: string;
  /** The end of the tag itself. */
  readonly tagEnd: number;
  /** Whether it is a start tag with the word "hidden" or "none". */
  readonly mayHide: boolean;
}

/**
 * Finds the first markup of HTML from a position on; in linear time, for positions that increase. The result
 * is one object, which the next call changes: a mail has hundreds of tags.
 */
export function scanHtml(html: string): (from: number) => Markup | undefined {
  const lastEnd = html.lastIndexOf('>');
  const lastComment = html.lastIndexOf('-->');
  const endless = new Set<string>();
  const endOfTag = tagEndFinder(html);
  const hiding = findNext(html, /hidden|none/gi);
  const found = { start: 0, end: 0, name: '', tagEnd: 0, mayHide: false };
  return (from) => {
    let start = html.indexOf('<', from);
    while (start !== -1 && !isMarkup(html, start)) start = html.indexOf('<', start + 1);
    if (start === -1 || start > lastEnd) return undefined;
    found.start = start;
    const first = html.charCodeAt(start + 1);
    if (first === 0x21 || first === 0x3f) {
      const isComment = start < lastComment && html.startsWith('--', start + 2);
      found.end = isComment ? html.indexOf('-->', start + 2) + 3 : html.indexOf('>', start) + 1;
      found.name = '';
      found.tagEnd = found.end;
      found.mayHide = false;
      return found;
    }
    const nameEnd = endOfName(html, start + 2);
    const name = nameAt(html, start + 1, nameEnd);
    const isBare = html.charCodeAt(nameEnd) === 0x3e;
    const tagEnd = isBare ? nameEnd + 1 : endOfTag(nameEnd);
    found.name = name;
    found.tagEnd = tagEnd;
    found.end = rawText.has(name) ? endOfRawText(html, name, tagEnd, endless) : tagEnd;
    found.mayHide = !isBare && first !== 0x2f && hiding(start) < tagEnd;
    return found;
  };
}

/** Finds the first match from a position on; in linear time, for positions that increase. */
export function findNext(text: string, wanted: RegExp | string): (from: number) => number {
  let found = -1;
  return (from) => {
    if (found < from) found = indexOf(text, wanted, from);
    return found;
  };
}

function indexOf(text: string, wanted: RegExp | string, from: number): number {
  if (typeof wanted === 'string') {
    const at = text.indexOf(wanted, from);
    return at === -1 ? text.length : at;
  }
  wanted.lastIndex = from;
  return wanted.exec(text)?.index ?? text.length;
}

/** Where "<" is not text. */
function isMarkup(html: string, open: number): boolean {
  const code = html.charCodeAt(open + 1);
  return code === 0x2f
    ? isLetter(html.charCodeAt(open + 2))
    : isLetter(code) || code === 0x21 || code === 0x3f;
}

function isLetter(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a);
}

/** The position of the first space, slash or ">". */
function endOfName(html: string, from: number): number {
  let at = from;
  for (
    let code = html.charCodeAt(at);
    code > 0x20 && code !== 0x2f && code !== 0x3e;
    code = html.charCodeAt(at)
  )
    at += 1;
  return at;
}

/** Names that were read last. A mail has few names, so most need no new text. */
const knownNames: string[] = Array.from({ length: 64 }, () => '');

/** A name in lower case. */
function nameAt(html: string, from: number, to: number): string {
  const place = (7 * html.charCodeAt(to - 1) + 3 * html.charCodeAt(from) + to - from) % 64;
  const name = knownNames[place] ?? '';
  if (name.length === to - from && html.startsWith(name, from)) return name;
  const written = html.slice(from, to);
  if (/[A-Z]/.test(written)) return written.toLowerCase();
  // A part of a text may hold all of it in memory, unless it is short.
  if (written.length <= longestKnown) knownNames[place] = written;
  return written;
}

const longestKnown = 12;

/** A quoted value may have a ">", until quotes of one tag never end: searched once, for linear time. */
function tagEndFinder(html: string): (from: number) => number {
  let mayQuote = true;
  return (from) => {
    let quote = 0;
    for (let at = from; mayQuote && at < html.length; at += 1) {
      const code = html.charCodeAt(at);
      if (quote !== 0) quote = code === quote ? 0 : quote;
      else if (code === 0x3e) return at + 1;
      else if ((code === 0x22 || code === 0x27) && html.charCodeAt(at - 1) === 0x3d) quote = code;
    }
    mayQuote = false;
    return html.indexOf('>', from) + 1;
  };
}

/** The end of an element without markup in it; of the tag, where it never ends. */
function endOfRawText(html: string, name: string, from: number, endless: Set<string>): number {
  if (endless.has(name)) return from;
  const close = new RegExp(`</${name}(?=[\\s/>])`, 'gi');
  close.lastIndex = from;
  if (close.exec(html) === null) {
    endless.add(name);
    return from;
  }
  return html.indexOf('>', close.lastIndex) + 1 || html.length;
}

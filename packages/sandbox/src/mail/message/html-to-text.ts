import { decodeEntities } from './html-entities.ts';

/** The parts of an HTML mail that its reader sees. */
export interface VisibleHtml {
  /** A line for each block, with at most one empty line between two. */
  readonly text: string;
  /** The addresses of links, in order. */
  readonly links: readonly string[];
}

/** A plain-text version of an HTML mail: removes tags, starts a line for each block, and decodes entities. */
export function convertHtmlToText(html: string): string {
  return readHtml(html).text;
}

const names = (list: string): ReadonlySet<string> => new Set(list.split(' '));
const blocks = names('p div li tr h1 h2 h3 h4 h5 h6 table ul ol');
const endsOfLines = new Set(['br', ...[...blocks].map((name) => `/${name}`)]);
const cells = names('td th');
const withoutEnd = names('area base br col embed hr img input link meta source track wbr');

/**
 * Reads the visible text and the links of HTML in one pass, in linear time. Style, scripts, comments, and
 * elements that their own attributes hide are left out, unless they never end.
 */
export function readHtml(html: string): VisibleHtml {
  const scan = createScan(html);
  const shown: Shown = { parts: [], links: [], isLineStart: true };
  // The outermost hidden element, and what stood before it.
  let hidden: { name: string; depth: number; before: Lengths } | undefined;
  let at = 0;
  for (let markup = scan(at); markup !== undefined; markup = scan(at)) {
    addText(shown, html.slice(at, markup.start));
    at = markup.end;
    const { name, tag } = markup;
    if (hidden === undefined) {
      if (isHidden(name, tag))
        hidden = {
          name,
          depth: 1,
          before: { ...shown, parts: shown.parts.length, links: shown.links.length },
        };
    } else if (name === hidden.name) hidden.depth += 1;
    else if (name === `/${hidden.name}`) hidden.depth -= 1;
    addMarkup(shown, markup);
    if (hidden?.depth !== 0) continue;
    cutBack(shown, hidden.before);
    hidden = undefined;
  }
  addText(shown, html.slice(at));
  return { text: tidyLines(decodeEntities(shown.parts.join(''))), links: shown.links };
}

interface Shown {
  readonly parts: string[];
  readonly links: string[];
  isLineStart: boolean;
}

interface Lengths {
  readonly parts: number;
  readonly links: number;
  readonly isLineStart: boolean;
}

function cutBack(shown: Shown, { parts, links, isLineStart }: Lengths): void {
  shown.parts.length = parts;
  shown.links.length = links;
  shown.isLineStart = isLineStart;
}

function addText(shown: Shown, text: string): void {
  if (text === '') return;
  const line = /[\t-\r]| {2}/.test(text) ? text.replace(/\s+/g, ' ') : text;
  shown.parts.push(line);
  if (line !== ' ') shown.isLineStart = false;
}

function addMarkup(shown: Shown, { name, tag }: Markup): void {
  if (endsOfLines.has(name) || (blocks.has(name) && !shown.isLineStart)) {
    shown.parts.push('\n');
    shown.isLineStart = true;
  } else if (cells.has(name)) shown.parts.push(' ');
  else if (name === 'a' || name === 'area') {
    const [, double, single, bare] = /\shref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i.exec(tag) ?? [];
    const link = double ?? single ?? bare;
    if (link !== undefined) shown.links.push(decodeEntities(link).trim());
  }
}

function isHidden(name: string, tag: string): boolean {
  if (name === 'head') return true;
  if (name.startsWith('/') || withoutEnd.has(name) || !/hidden|none/i.test(tag)) return false;
  const [, double, single = ''] = /\sstyle\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(tag) ?? [];
  if (/(?:^|[;\s])(?:display\s*:\s*none|visibility\s*:\s*hidden)/i.test(double ?? single)) return true;
  return /\shidden[\s=/>]/i.test(tag.replace(/"[^"]*"|'[^']*'/g, '""'));
}

/** A tag, with its end where it holds no markup, or a comment. */
interface Markup {
  readonly start: number;
  readonly end: number;
  /** Lower-case, of an end tag with a slash; empty for a comment. */
  readonly name: string;
  /** The text of a start tag. */
  readonly tag: string;
}

/** Finds the first markup from a position on. */
function createScan(html: string): (from: number) => Markup | undefined {
  const lastEnd = html.lastIndexOf('>');
  const lastComment = html.lastIndexOf('-->');
  const opening = /<(?:!|\?|\/?[a-z][^\s/>]*)/gi;
  const endless = new Set<string>();
  return (from) => {
    opening.lastIndex = from;
    const [found] = opening.exec(html) ?? [];
    const start = opening.lastIndex - (found?.length ?? 0);
    if (found === undefined || start > lastEnd) return undefined;
    if (found === '<!' && start < lastComment && html.startsWith('--', start + 2))
      return { start, end: html.indexOf('-->', start + 2) + 3, name: '', tag: '' };
    const name = /^<[!?]/.test(found) ? '' : found.slice(1).toLowerCase();
    const tagEnd = endOfTag(html, name === '' ? start : start + found.length);
    const tag = name.startsWith('/') || name === '' ? '' : html.slice(start, tagEnd);
    const raw = name === 'style' || name === 'script' || name === 'title' ? name : undefined;
    return { start, end: raw === undefined ? tagEnd : endOfRawText(html, raw, tagEnd, endless), name, tag };
  };
}

/** A quoted value may have a ">". */
function endOfTag(html: string, from: number): number {
  const end = html.indexOf('>', from) + 1;
  let quote = '';
  for (let at = from; at < html.length; at += 1) {
    const character = html.charAt(at);
    if (quote !== '') quote = character === quote ? '' : quote;
    else if (character === '>') return at + 1;
    else if ((character === '"' || character === "'") && html.charAt(at - 1) === '=') quote = character;
  }
  return end;
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

function tidyLines(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

import { decodeEntities, decodeEntity } from './html-entities.ts';
import { findNext, type Markup, scanHtml } from './html-scan.ts';
import { LineWriter } from './line-writer.ts';

/** A plain-text version of an HTML mail: removes tags, starts a line for each block, and decodes entities. */
export function convertHtmlToText(html: string): string {
  return readHtml(html).text;
}

const blocks = ['p', 'div', 'li', 'tr', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'table', 'ul', 'ol'] as const;

/** What a tag does to the text: it ends a line, begins one, separates cells of a row, or is a link. */
const effects = new Map<string, 'end' | 'begin' | 'cell' | 'link'>([
  ['br', 'end'],
  ...blocks.flatMap((name) => [[name, 'begin'] as const, [`/${name}`, 'end'] as const]),
  ...['td', 'th'].map((name) => [name, 'cell'] as const),
  ...['a', 'area'].map((name) => [name, 'link'] as const),
]);
const withoutEnd = new Set('area base br col embed hr img input link meta source track wbr'.split(' '));

/**
 * Reads the visible text and the links of HTML in one pass, in linear time. Style, scripts, comments, and
 * elements that their own attributes hide are left out, unless they never end.
 *
 * @param maxCharacters of the source that are read; an element that begins there may end behind it
 */
export function readHtml(html: string, maxCharacters = html.length) {
  const readEnd = Math.min(maxCharacters, html.length);
  const scan = scanHtml(html);
  const text = new LineWriter(readEnd + 1);
  const addText = textReader(html, text);
  const links: string[] = [];
  // The outermost hidden element, and how much stood before it.
  let hidden: { name: string; depth: number; text: number; links: number } | undefined;
  let at = 0;
  for (let markup = scan(at); markup !== undefined && markup.start < readEnd; markup = scan(at)) {
    addText(at, markup.start);
    at = markup.end;
    const { name } = markup;
    if (hidden === undefined) {
      if (isHidden(html, markup)) hidden = { name, depth: 1, text: text.length, links: links.length };
    } else if (name === hidden.name) hidden.depth += 1;
    else if (name === `/${hidden.name}`) hidden.depth -= 1;
    const effect = effects.get(name);
    if (effect === 'end' || (effect === 'begin' && !text.isLineStart)) text.endLine();
    else if (effect === 'cell') text.addSpace();
    else if (effect === 'link') links.push(html.slice(markup.start, markup.tagEnd));
    if (hidden?.depth !== 0) continue;
    text.cutBack(hidden.text);
    links.length = hidden.links;
    hidden = undefined;
  }
  addText(at, readEnd);
  if (hidden !== undefined && hasEndTag(html, hidden.name, readEnd)) {
    text.cutBack(hidden.text);
    links.length = hidden.links;
  }
  return {
    /** A line for each block, with at most one empty line between two. */
    text: text.toString(),
    /** The addresses of links, in order. Read on demand: the index has none. */
    get links() {
      return links.flatMap(hrefOf);
    },
  };
}

/** Whether a hidden element that is open at the end of the reading ends behind it. */
function hasEndTag(html: string, name: string, from: number): boolean {
  const rest = html.slice(from).toLowerCase();
  return ['>', ' ', '\n'].some((end) => rest.includes(`</${name}${end}`));
}

/** Writes text with its references to characters, such as `&amp;`. */
function textReader(html: string, text: LineWriter): (from: number, to: number) => void {
  const nextReference = findNext(html, '&');
  return (from, to) => {
    let at = from;
    for (let and = nextReference(at); and < to; and = nextReference(at)) {
      text.addText(html, at, and);
      const [reference = '&'] =
        /^&#?\w{1,8};/.exec(html.slice(and, Math.min(to, and + longestReference))) ?? [];
      const decoded = decodeEntity(reference);
      for (let unit = 0; unit < decoded.length; unit += 1) text.addCode(decoded.charCodeAt(unit));
      at = and + reference.length;
    }
    text.addText(html, at, to);
  };
}

const longestReference = 12;

function hrefOf(tag: string): readonly string[] {
  const [, double, single, bare] = /\shref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i.exec(tag) ?? [];
  const link = double ?? single ?? bare;
  return link === undefined ? [] : [decodeEntities(link).trim()];
}

function isHidden(html: string, { name, start, tagEnd, mayHide }: Markup): boolean {
  if (name === 'head') return true;
  if (!mayHide || withoutEnd.has(name)) return false;
  const tag = html.slice(start, tagEnd);
  const [, double, single = ''] = /\sstyle\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(tag) ?? [];
  if (/(?:^|[;\s])(?:display\s*:\s*none|visibility\s*:\s*hidden)/i.test(double ?? single)) return true;
  return /\shidden[\s=/>]/i.test(tag.replace(/"[^"]*"|'[^']*'/g, '""'));
}

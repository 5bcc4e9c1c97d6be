import type { ParsedMessage } from './parse-message.ts';

const maxLinks = 200;
const linkPattern = /\bhttps?:\/\/[^\s"'<>`\\^{|}]{1,2000}/gi;

/** The web addresses in a message, without duplicates, in order. */
export function findLinks({ html, text }: Pick<ParsedMessage, 'html' | 'text'>): readonly string[] {
  const found = new Set<string>();
  for (const [url] of `${(html ?? '').replaceAll('&amp;', '&')}\n${text ?? ''}`.matchAll(linkPattern)) {
    const trimmed = url.replace(/[.,;:!?)\]]{1,20}$/, '');
    if (URL.canParse(trimmed)) found.add(trimmed);
    if (found.size === maxLinks) break;
  }
  return [...found];
}

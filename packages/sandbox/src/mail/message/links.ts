import { readHtml } from './html-to-text.ts';
import type { WordedMessage } from './words.ts';

const maxLinks = 200;
const linkPattern = /\bhttps?:\/\/[^\s"'<>`\\^{|}]{1,2000}/gi;

/** The web addresses of a message: links of the HTML, then those in the words of both parts, each once. */
export function findLinks({ html = '', text = '' }: Omit<WordedMessage, 'subject'>): readonly string[] {
  const { text: visible, links: hrefs } = readHtml(html);
  const found = new Set<string>();
  for (const href of hrefs) if (/^https?:\/\//i.test(href) && URL.canParse(href)) found.add(href);
  for (const [url] of `${visible}\n${text}`.matchAll(linkPattern)) {
    const trimmed = url.replace(/[.,;:!?)\]]{1,20}$/, '');
    if (URL.canParse(trimmed)) found.add(trimmed);
    if (found.size >= maxLinks) break;
  }
  return [...found].slice(0, maxLinks);
}

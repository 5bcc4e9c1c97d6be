import { tokenizeHtml } from './tokens.ts';

const maxText = 200;

/** The text of the first link to each address; the description of its picture where it has no text. */
export function readLinkTexts(html: string): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  let open: { readonly href: string; text: string; picture: string } | undefined;
  const close = (): void => {
    if (open === undefined) return;
    const text = (open.text.trim() === '' ? open.picture : open.text).replace(/\s+/g, ' ').trim();
    if (text !== '' && !texts.has(open.href)) texts.set(open.href, decode(text).slice(0, maxText));
    open = undefined;
  };
  for (const token of tokenizeHtml(html)) {
    if (token.kind === 'text' && open !== undefined && open.text.length < maxText)
      open.text += token.text.slice(0, maxText);
    else if (token.kind === 'end' && token.name === 'a') close();
    else if (token.kind === 'start' && token.name === 'a') {
      close();
      open = { href: decode(token.attributes.get('href')?.trim() ?? ''), text: '', picture: '' };
    } else if (token.kind === 'start' && token.name === 'img' && open !== undefined)
      open.picture ||= token.attributes.get('alt') ?? '';
  }
  close();
  return texts;
}

const references: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', nbsp: ' ', '#39': "'" };

function decode(text: string): string {
  return text
    .replace(/&(lt|gt|quot|nbsp|#39);/g, (_, name: string) => references[name] ?? '')
    .replaceAll('&amp;', '&');
}

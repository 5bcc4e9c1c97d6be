import type { ParsedMessage } from '../message/parse-message.ts';

// Sources: RFC 2369 (List-Unsubscribe), RFC 8058 (List-Unsubscribe-Post).

/** The links for unsubscribing, and what is wrong with the header. At most one of each kind is valid. */
export function readListUnsubscribe({ headers }: ParsedMessage) {
  const headerOf = (wanted: string) => headers.find(({ name }) => name === wanted)?.value ?? '';
  const Header = headerOf('list-unsubscribe');
  if (Header === '') return { Header, HeaderPost: '', Links: [], Errors: '' };
  const found = Header.slice(0, 10_000)
    .split(',')
    .map((part) => part.trim())
    .map((part) => ({ part, link: part.startsWith('<') && part.endsWith('>') ? part.slice(1, -1) : '' }));
  const kinds = new Set<string>();
  const errors: string[] = [];
  const Links = found.flatMap(({ part, link }) => {
    const kind = URL.canParse(link) ? new URL(link).protocol.replace('https:', 'http:') : '';
    if (kind !== 'http:' && kind !== 'mailto:') errors.push(`"${part}" is not a link in <>`);
    else if (kinds.has(kind)) errors.push(`"${link}" is a second ${kind} link`);
    else {
      kinds.add(kind);
      return [link];
    }
    return [];
  });
  return { Header, HeaderPost: headerOf('list-unsubscribe-post'), Links, Errors: errors.join(', ') };
}

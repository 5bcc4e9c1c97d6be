/** The words that a pattern of a driver searches for: `"account disabled/suspended", "probation"`. */
export function plainWords({ source }: RegExp): string {
  const words = source
    .replace(/\\b|[\^$]|\(\?:\)/g, '')
    .replace(/\[(\w)\w*\]/g, '$1')
    .replace(/\\d/g, '…')
    .replace(/\((?:\?:)?[^()]*\)\?/g, '')
    .replace(/\((?:\?:)?([^()]*)\)/g, (_group, inner: string) => inner.replaceAll('|', '/'));
  return words === ''
    ? ''
    : words
        .split('|')
        .map((part) => `"${part.trim()}"`)
        .join(' or ');
}

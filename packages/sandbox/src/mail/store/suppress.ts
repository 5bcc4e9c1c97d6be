import type { Suppression } from './mail-store.ts';

/** Whether a suppression holds for an address, in any case, of a stream, topic or group. */
export function suppresses(row: Suppression, address: string, scope: string | undefined): boolean {
  const { email: pattern, kind = 'address', isOff = false } = row;
  if (isOff || (row.scope !== undefined && row.scope !== scope)) return false;
  const email = address.toLowerCase();
  const at = email.lastIndexOf('@');
  if (kind === 'address') return email === pattern.toLowerCase();
  if (kind === 'domain') return email.slice(at + 1) === pattern;
  if (kind === 'prefix') return email.slice(0, at).startsWith(pattern);
  if (kind === 'suffix') return email.slice(0, at).endsWith(pattern);
  return matchesWildcard(pattern, email);
}

/** `*` is any text, `?` one character. After a mismatch, the last `*` takes one character more. */
function matchesWildcard(pattern: string, text: string): boolean {
  let [at, position, star, retry] = [0, 0, -1, 0];
  while (position < text.length) {
    if (pattern[at] === '*') {
      star = at;
      retry = position;
      at += 1;
    } else if (at < pattern.length && (pattern[at] === '?' || pattern[at] === text[position])) {
      at += 1;
      position += 1;
    } else if (star >= 0) {
      retry += 1;
      position = retry;
      at = star + 1;
    } else return false;
  }
  return /^\**$/.test(pattern.slice(at));
}

import { RowRefused } from '../../table.ts';

/** Requires a URL that can be posted to, or a text that stands for none. @throws {RowRefused} */
export function requireWebhookUrl(value: unknown): void {
  const url = URL.parse(String(value));
  const isHttp = url?.protocol === 'http:' || url?.protocol === 'https:';
  if (typeof value !== 'string' || url === null || !isHttp || !hasReadableLogin(url))
    throw new RowRefused('The URL of a webhook must be a valid http or https URL.');
}

/** The login becomes a header. */
function hasReadableLogin({ username, password }: URL): boolean {
  try {
    return decodeURIComponent(`${username}:${password}`) !== '';
  } catch {
    return false;
  }
}

import { hideFields, hideHeader, hideQuery } from './hide-secrets.ts';
import type { LoggedExchange } from './request-log.ts';

const dropped = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'keep-alive']);

/**
 * A shell command that repeats a request. Secrets of the environment stand there as `$NAME`; others are left
 * out.
 */
export function renderCurl(
  { request }: LoggedExchange,
  baseUrl: string,
  env: Readonly<Record<string, string>>,
): string {
  // The longest first: a key may be the end of another one.
  const secrets = Object.entries(env)
    .filter(([name]) => /KEY|PASSWORD|SECRET|TOKEN/.test(name))
    .sort(([, one], [, other]) => other.length - one.length);
  // A character that JSON, headers and URLs do not have stands around each name until the text is quoted.
  const mark = (text: string): string =>
    secrets.reduce((marked, [name, value]) => marked.replaceAll(value, `\u007f${name}\u007f`), text);
  const isKept = (value: string): boolean => value.includes('\u007f');
  const names = secrets.map(([name]) => name);
  const { method, headers, bytes, target } = request;
  const body = hideFields(mark(new TextDecoder().decode(bytes)), isKept);
  return [
    `curl -g -X ${method} ${quote(baseUrl + hideQuery(mark(target), isKept), names)}`,
    ...Object.entries(headers)
      .filter(([name]) => !dropped.has(name))
      .map(([name, value]) => `-H ${quote(`${name}: ${hideHeader(name, mark(value), isKept)}`, names)}`),
    ...(body === '' ? [] : [`--data-raw ${quote(body, names)}`]),
  ].join(' \\\n  ');
}

/** Quotes for a POSIX shell. Only the given names are expanded, whatever else the text has. */
function quote(text: string, names: readonly string[]): string {
  return text
    .split(/(\u007f\w+\u007f)/)
    .map((part) => {
      const name = part.startsWith('\u007f') ? part.slice(1, -1) : '';
      return names.includes(name) ? `"$${name}"` : part && `'${part.replaceAll("'", "'\\''")}'`;
    })
    .join('');
}

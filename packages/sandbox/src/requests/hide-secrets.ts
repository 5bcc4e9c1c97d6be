// Values whose names are those of secrets, whoever gave them. `isKept` exempts single values.
import { parseJson } from '../json.ts';

const secretName =
  /authorization|cookie|signature|secret|password|token|(?:^|-)(?:api|auth|partner|smtp)[-_]?key$/i;
/** The password in a URL, as webhooks have. */
const urlPassword = /(\/\/[^\s/?#@:]*:)[^\s/?#@]+@/g;
const hidden = '[redacted]';

type IsKept = (value: string) => boolean;
const never: IsKept = () => false;

/** The value of a header, or `[redacted]`. The scheme of an authorization stays. */
export function hideHeader(name: string, value: string, isKept = never): string {
  if (!secretName.test(name) || isKept(value)) return value;
  const [, scheme = ''] = /^([a-z]{1,20} )\S/i.exec(value) ?? [];
  return scheme + hidden;
}

/** A path with its query, without secret values. All else is unchanged, also its encoding. */
export function hideQuery(target: string, isKept = never): string {
  const mark = target.indexOf('?');
  if (mark === -1) return target;
  const pairs = target
    .slice(mark + 1)
    .split('&')
    .map((pair) => {
      const [name = ''] = pair.split('=');
      // GraphHopper's key.
      const isSecret = secretName.test(name) || name === 'key';
      return isSecret && !isKept(pair) ? `${name}=${hidden}` : pair;
    });
  return `${target.slice(0, mark)}?${pairs.join('&')}`;
}

/** JSON or a form without secret fields. Text without one is unchanged. */
export function hideFields(text: string, isKept = never): string {
  if (!/^\s*[{[]/.test(text)) return /^[\w.%+-]+=/.test(text) ? hideQuery(`?${text}`, isKept).slice(1) : text;
  try {
    let hasSecret = false;
    const parsed: unknown = parseJson(text, (name, value: unknown) => {
      if (typeof value !== 'string' || isKept(value)) return value;
      const shown = secretName.test(name) ? hidden : value.replace(urlPassword, `$1${hidden}@`);
      hasSecret ||= shown !== value;
      return shown;
    });
    return hasSecret ? JSON.stringify(parsed) : text;
  } catch {
    return text;
  }
}

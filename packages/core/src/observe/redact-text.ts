import { hideEscaped } from './hide-escaped.ts';
import { knownSecrets, usualForms } from './secret-forms.ts';

const redacted = '[redacted]';
// Bounded repetition keeps the search linear on any text.
const urlPattern = /\b([a-z][a-z0-9+.-]{0,15}:\/\/)([^\s"'<>`\\]*)/gi;

/** Scheme, host and path of a URL: what may be shown of it. Never the query, the fragment or user info. @internal */
export function formatUrl(url: string | URL): string {
  try {
    const { protocol, host, pathname } = new URL(url);
    return host === '' ? `${protocol}…` : `${protocol}//${host}${pathname}`;
  } catch {
    return '[not a URL]';
  }
}

/**
 * The text without the given secrets, in whatever form they occur (plain, URL-encoded, JSON-escaped, in base64 alone or together with other text),
 * and without query, fragment and user info of the URLs in it.
 *
 * @internal
 */
export function redactText(text: string, secrets: readonly string[]): string {
  return createRedactor(secrets)(text);
}

/**
 * Cleans a text, then cuts it. A text from outside is cut nowhere else: half a secret is not recognised.
 *
 * @internal
 */
export type Redact = (text: string, maxLength?: number) => string;

/**
 * {@link redactText} for many texts with the same secrets. `more` removes what else must not show.
 *
 * @internal
 */
export function createRedactor(secrets: readonly string[], more?: (text: string) => string): Redact {
  const forms = knownSecrets(secrets).flatMap(usualForms);
  return (text, maxLength) => {
    let clean = text;
    for (const form of forms) clean = clean.replaceAll(form, redacted);
    if (forms.length > 0) clean = hideEscaped(clean, forms, redacted);
    clean = clean.replace(
      urlPattern,
      (_url, scheme: string, rest: string) => scheme + withoutSecretParts(rest),
    );
    return (more?.(clean) ?? clean).slice(0, maxLength);
  };
}

function withoutSecretParts(rest: string): string {
  const end = rest.search(/[?#]/);
  const visible = end === -1 ? rest : rest.slice(0, end);
  const slash = visible.indexOf('/');
  const authority = slash === -1 ? visible : visible.slice(0, slash);
  const host = authority.slice(authority.lastIndexOf('@') + 1);
  const path = slash === -1 ? '' : visible.slice(slash);
  return `${host}${path}${end === -1 ? '' : `?${redacted}`}`;
}

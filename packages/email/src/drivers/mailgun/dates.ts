import { parseHttpDate } from '@org/core/headers';

/** Mailgun's dates end in GMT or UTC: `Wed, 29 Aug 2018 23:31:13 UTC`. */
export function readDate(text: string | null | undefined): Date | undefined {
  const at = parseHttpDate((text ?? '').replace(/(?:UTC|[+-]0000)$/, 'GMT'), 0);
  return at === undefined || Number.isNaN(at) ? undefined : new Date(at);
}

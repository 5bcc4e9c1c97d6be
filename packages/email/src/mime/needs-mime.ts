import type { PreparedMessage } from '../model/message.ts';

/**
 * Is the message for MIME, in a service that takes names and values, too? It has a sender, alternatives, or a
 * header that is prepared or beyond printable ASCII. Not with a template, which the service fills.
 *
 * @example
 * const path = (message: PreparedMessage) => (needsMime(message) ? '/v1/mime' : '/v1/send');
 * @public
 */
export function needsMime({ alternatives, sender, headers, template }: PreparedMessage): boolean {
  if (template !== undefined) return false;
  const isBeyondValues = headers.some(({ value, written }) => written !== undefined || /[^ -~]/.test(value));
  return alternatives.length > 0 || sender !== undefined || isBeyondValues;
}

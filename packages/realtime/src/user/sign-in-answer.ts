import type { ServiceMessage } from '../protocol/service-message.ts';

/** The code of a connection that the service does not authorise. */
export const unauthorizedCode = 4009;

// Reverb has no sign-in, and answers that the message is invalid with this code.
const invalidMessageCode = 4200;

/**
 * Whether an error without a channel answers the pending sign-in: by its code, or because it repeats the
 * token or the signed text. Sources: soketi 1.6, Laravel Reverb 1.10.
 */
export function answersSignIn({ code, fullText }: ServiceMessage, auth: string): boolean {
  if (code === unauthorizedCode || code === invalidMessageCode) return true;
  return fullText.includes('::user::') || (auth !== '' && fullText.includes(auth));
}

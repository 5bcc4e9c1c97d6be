import type { EmailCapabilities } from '../model/capabilities.ts';
import { type FieldName, fields } from '../model/fields.ts';
import { type FittedMessage, fitFields } from '../model/fit/fit-fields.ts';
import type { PreparedMessage } from '../model/message.ts';

const names = Object.keys(fields) as readonly FieldName[];

/**
 * A message in the form that one service of several carries. The client has refused what all of them must
 * carry, and the caller allows the other losses.
 */
export function fitOwn(
  message: PreparedMessage,
  capabilities: EmailCapabilities,
  provider: string,
): FittedMessage {
  return fitFields(message, names, capabilities, { provider, onLossy: 'allow', now: () => Infinity });
}

import type { MailAddress, MailFile, ParsedMessage } from './parse-message.ts';
import type { ReceivedMessage } from './received-message.ts';

/** Whether a file belongs to the text, as a picture does: its disposition, or its content id, says so. */
export function isInline({ disposition, contentId }: MailFile): boolean {
  return disposition === 'inline' || (disposition === undefined && contentId !== undefined);
}

/** The recipients of the transport that no header names. */
export function blindCopiesOf(
  { envelope }: Pick<ReceivedMessage, 'envelope'>,
  { to, cc }: Pick<ParsedMessage, 'to' | 'cc'>,
): readonly MailAddress[] {
  const named = new Set([...to, ...cc].map(({ address }) => address.toLowerCase()));
  return envelope.to
    .filter((address) => !named.has(address.toLowerCase()))
    .map((address) => ({ name: '', address }));
}

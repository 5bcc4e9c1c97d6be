import { optionKinds, requireArgument } from '@org/core/basics';

/** An address with a detail. @public */
export interface Subaddress {
  /** The address without its detail: `reply@acme.dev`. */
  readonly mailbox: string;
  /** The text after the first plus: `t7` of `reply+t7@acme.dev`; `undefined` without one. */
  readonly detail: string | undefined;
}

/**
 * The detail of an address (RFC 5233), by which a reply finds its thread: send with
 * `replyTo: 'reply+t7@acme.dev'`, and read it from `mail.envelope.to`. Make it unguessable: whoever knows it
 * can write to the thread. @public
 *
 * @example
 * parseSubaddress('reply+t7@acme.dev'); // { mailbox: 'reply@acme.dev', detail: 't7' }
 */
export function parseSubaddress(address: string): Subaddress {
  requireArgument('address', address, optionKinds.text);
  const at = address.lastIndexOf('@');
  const local = at === -1 ? address : address.slice(0, at);
  const plus = local.indexOf('+');
  if (plus === -1) return { mailbox: address, detail: undefined };
  return { mailbox: local.slice(0, plus) + address.slice(local.length), detail: local.slice(plus + 1) };
}

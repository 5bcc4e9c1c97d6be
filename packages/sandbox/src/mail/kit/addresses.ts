// Reads the mailboxes of a message. An address that no service takes ends the request: it is never left out.
import { addressParser, decodeWords } from 'postal-mime';
import type { MailAddress } from '../message/parse-message.ts';
import { fieldsOf, listOf, textOf, textsOf } from './fields.ts';

/** The error for a text that is not an address, at a position of its list. */
export type RefuseAddress = (text: string, index: number) => Error;

const addressForm = /^(?:"[^"]+"|[^\s@"<>(),;:]+)@[^\s@"<>(),;:]+$/;

/** An address that services take. */
export const isAddress = (text: string): boolean => addressForm.test(text);

/**
 * Mailboxes in texts: `Ann <ann@acme.dev>, bob@example.com`.
 *
 * @example
 * const to = mailboxesOf('Ann <ann@acme.dev>, bob@example.com', (text) => new TypeError(text));
 *
 * @throws the error of `refuse` for a text that is not one
 */
export function mailboxesOf(value: unknown, refuse: RefuseAddress): readonly MailAddress[] {
  return textsOf(value)
    .flatMap((text) => addressParser(text, { flatten: true }))
    .map(({ name, address = '' }, index) => {
      if (!isAddress(address)) throw refuse(address || name, index);
      return { name: decodeWords(name), address };
    });
}

/**
 * The first mailbox in texts.
 *
 * @example
 * const from = mailboxOf('Ann <ann@acme.dev>', (text) => new TypeError(text));
 *
 * @throws the error of `refuse` for a text that is not one
 */
export function mailboxOf(value: unknown, refuse: RefuseAddress): MailAddress | undefined {
  return mailboxesOf(value, refuse)[0];
}

/** A mailbox as an object of its own: `{ email, name }`, in any case. @throws for another value */
export function addressOf(value: unknown, refuse: RefuseAddress): MailAddress | undefined {
  return addressesOf([value ?? []].flat(), refuse)[0];
}

export function addressesOf(value: unknown, refuse: RefuseAddress): readonly MailAddress[] {
  return listOf(value).map((each, index) => {
    const { email, Email, name, Name } = fieldsOf(each);
    const address = textOf(email ?? Email) ?? '';
    if (!isAddress(address)) throw refuse(address, index);
    return { name: textOf(name ?? Name) ?? '', address };
  });
}

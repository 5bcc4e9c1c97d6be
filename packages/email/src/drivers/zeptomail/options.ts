import { parsedBy, readAddressSpec, readFilledText } from '../../driver.ts';

/** Options of a message for ZeptoMail only: `providerOptions: { zeptomail: { … } }`. @public */
export interface ZeptoMailMessageOptions {
  /** A text of yours that its events repeat. */
  readonly clientReference?: string | undefined;
  /** A bounce address of the account. */
  readonly bounceAddress?: string | undefined;
}

export const optionReaders = { clientReference: readFilledText, bounceAddress: parsedBy(readAddressSpec) };

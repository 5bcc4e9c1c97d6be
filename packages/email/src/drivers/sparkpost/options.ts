import { readBoolean, readFilledText } from '../../driver.ts';

/** Options of a message for SparkPost only: `providerOptions: { sparkpost: { … } }`. @public */
export interface SparkPostMessageOptions {
  /** Mail that is not marketing: other suppressions hold. @defaultValue the account's own setting */
  readonly transactional?: boolean | undefined;
  /** The pool of IP addresses to send from. */
  readonly ipPool?: string | undefined;
  /** Moves styles from the head of the HTML to its elements. @defaultValue false */
  readonly inlineCss?: boolean | undefined;
  /** The campaign in reports, at most 64 bytes. */
  readonly campaignId?: string | undefined;
}

export const optionReaders = {
  transactional: readBoolean,
  ipPool: readFilledText,
  inlineCss: readBoolean,
  campaignId: readFilledText,
};

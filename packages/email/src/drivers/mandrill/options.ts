import { oneOf, readFilledText } from '../../driver.ts';

/** Options of a message for Mandrill only: `providerOptions: { mandrill: { … } }`. @public */
export interface MandrillMessageOptions {
  /** The id of the subaccount. */
  readonly subaccount?: string | undefined;
  /** The pool of dedicated IP addresses. */
  readonly ipPool?: string | undefined;
  /** The domain of the return path. */
  readonly returnPathDomain?: string | undefined;
  /** The language of the template's placeholders. @defaultValue the account's own setting */
  readonly mergeLanguage?: 'mailchimp' | 'handlebars' | undefined;
}

export const optionReaders = {
  subaccount: readFilledText,
  ipPool: readFilledText,
  returnPathDomain: readFilledText,
  mergeLanguage: oneOf('mailchimp', 'handlebars'),
};

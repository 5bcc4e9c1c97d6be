import { listOf, oneOf, type Reader, readBoolean, readFields, readFilledText } from '../../driver.ts';

/** Options of a message for Elastic Email only: `providerOptions: { elasticemail: { … } }`. @public */
export interface ElasticEmailMessageOptions {
  /** The pool of IP addresses to send from. */
  readonly poolName?: string | undefined;
  /** The transfer encoding of the mail's parts. @defaultValue the account's own setting */
  readonly encoding?:
    | 'UserProvided'
    | 'None'
    | 'Raw7bit'
    | 'Raw8bit'
    | 'QuotedPrintable'
    | 'Base64'
    | 'Uue'
    | undefined;
  /** Names of files uploaded to the account before, which travel as attachments. */
  readonly attachFiles?: readonly string[] | undefined;
  /** Parameters that statistics programs read, in every link. */
  readonly utm?:
    | {
        readonly source?: string;
        readonly medium?: string;
        readonly campaign?: string;
        readonly content?: string;
      }
    | undefined;
  /**
   * Lets Elastic Email fill `{name}` in subject, HTML and text of a message without a template. Without it, a
   * `{name}` in the HTML arrives as written, and one in subject or text is refused.
   *
   * @defaultValue false
   */
  readonly placeholders?: boolean | undefined;
}

const utmReaders = {
  source: readFilledText,
  medium: readFilledText,
  campaign: readFilledText,
  content: readFilledText,
};

const readUtm: Reader<NonNullable<ElasticEmailMessageOptions['utm']>> = (value, path, report) =>
  readFields(value, utmReaders, path, report) as NonNullable<ElasticEmailMessageOptions['utm']>;

export const optionReaders = {
  poolName: readFilledText,
  encoding: oneOf('UserProvided', 'None', 'Raw7bit', 'Raw8bit', 'QuotedPrintable', 'Base64', 'Uue'),
  attachFiles: listOf(readFilledText),
  utm: readUtm,
  placeholders: readBoolean,
} satisfies { readonly [Name in keyof ElasticEmailMessageOptions]-?: Reader<unknown> };

import { oneOf, readBoolean } from '../../driver.ts';

/**
 * Options of a message for Postmark only: `providerOptions: { postmark: { … } satisfies
 * PostmarkMessageOptions }`. @public
 */
export interface PostmarkMessageOptions {
  /**
   * Which links Postmark tracks; not together with `tracking.clicks`, which is `HtmlAndText` or `None`.
   *
   * @defaultValue the server's setting
   */
  readonly trackLinks?: 'None' | 'HtmlAndText' | 'HtmlOnly' | 'TextOnly' | undefined;
  /** Writes the styles of a template's HTML into its elements. @defaultValue true */
  readonly inlineCss?: boolean | undefined;
}

export const optionReaders = {
  trackLinks: oneOf('None', 'HtmlAndText', 'HtmlOnly', 'TextOnly'),
  inlineCss: readBoolean,
};

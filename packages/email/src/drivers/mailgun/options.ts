import { oneOf, readBoolean, readFilledText, readLine } from '../../driver.ts';

/**
 * Options of a message for Mailgun only: `providerOptions: { mailgun: { … } satisfies MailgunMessageOptions
 * }`. @public
 */
export interface MailgunMessageOptions {
  /** The version of the template, by its tag. @defaultValue the active version */
  readonly templateVersion?: string | undefined;
  /** Makes a text part from the template. @defaultValue false */
  readonly templateText?: boolean | undefined;
  /** The content as AMP for mail programs that show it. */
  readonly ampHtml?: string | undefined;
  /** Tracks links in the HTML only; instead of `tracking.clicks`. */
  readonly trackClicks?: 'yes' | 'no' | 'htmlonly' | undefined;
  /** Puts the picture that tracks opens at the start. @defaultValue false */
  readonly trackingPixelTop?: boolean | undefined;
  /** Signs with DKIM. @defaultValue the domain's setting */
  readonly dkim?: boolean | undefined;
  /** Delivers over TLS only. @defaultValue the domain's setting */
  readonly requireTls?: boolean | undefined;
  /** Does not check certificates of receiving servers. @defaultValue the domain's setting */
  readonly skipVerification?: boolean | undefined;
  /** Delivers when each recipient usually reads mail, within this time: `24h` to `72h`. */
  readonly optimizePeriod?: string | undefined;
  /** Delivers at this time of day in each recipient's time zone: `HH:mm` or `hh:mmaa`. */
  readonly timeZoneLocalize?: string | undefined;
}

export const optionReaders = {
  templateVersion: readLine,
  templateText: readBoolean,
  ampHtml: readFilledText,
  trackClicks: oneOf('yes', 'no', 'htmlonly'),
  trackingPixelTop: readBoolean,
  dkim: readBoolean,
  requireTls: readBoolean,
  skipVerification: readBoolean,
  optimizePeriod: readLine,
  timeZoneLocalize: readLine,
};

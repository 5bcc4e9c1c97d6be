import { listOf, oneOf, type Reader, readBoolean, readFields, textWithout } from '../../../driver.ts';

/** Asks for reports about the delivery (RFC 3461). The server must offer DSN. @public */
export interface SmtpDsnOptions {
  /** When to report; `'never'` for no report. @defaultValue what the servers do, usually `['failure']` */
  readonly notify?: 'never' | readonly ('success' | 'failure' | 'delay')[] | undefined;
  /** What a report contains of the mail. @defaultValue what the servers do */
  readonly return?: 'headers' | 'full' | undefined;
  /**
   * The name of the mail in reports (`Original-Envelope-Id`): 1 to 100 printable ASCII characters.
   *
   * @defaultValue the `Message-ID` without angle brackets
   */
  readonly envelopeId?: string | undefined;
}

/** Options of a message for SMTP only: `providerOptions: { smtp: { … } }`. @public */
export interface SmtpMessageOptions {
  /** Reports about the delivery, with the recipient as it was given (ORCPT). */
  readonly dsn?: SmtpDsnOptions | undefined;
  /** Every server on the way must use TLS, or return the mail (REQUIRETLS, RFC 8689). @defaultValue false */
  readonly requireTls?: boolean | undefined;
}

export const maxEnvelopeIdLength = 100;

const readNotify: Reader<SmtpDsnOptions['notify']> = (value, path, report) => {
  if (value === 'never') return value;
  const events = listOf(oneOf('success', 'failure', 'delay'))(value, path, report);
  if (Array.isArray(value) && value.length === 0)
    report(path, "must not be empty: 'never' asks for no report");
  return events;
};

const dsnReaders = {
  notify: readNotify,
  return: oneOf('headers', 'full'),
  envelopeId: textWithout((text) =>
    /^[\x20-\x7e]+$/.test(text) && toXtext(text).length <= maxEnvelopeIdLength
      ? undefined
      : `must be 1 to ${maxEnvelopeIdLength} printable ASCII characters`,
  ),
};

export const optionReaders = {
  dsn: ((value, path, report) =>
    readFields(value, dsnReaders, path, report)) satisfies Reader<SmtpDsnOptions>,
  requireTls: readBoolean,
};

/** RFC 3461, section 4: text in a parameter of a command. */
export function toXtext(text: string): string {
  return text.replace(/[^!-*,-<>-~]/g, (character) => {
    const code = character.charCodeAt(0).toString(16).toUpperCase();
    return `+${code.padStart(2, '0')}`;
  });
}

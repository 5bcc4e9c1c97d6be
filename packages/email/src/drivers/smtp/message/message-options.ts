import { InvalidInputError } from '@org/core';
import { memberPath } from '../../../model/member-path.ts';
import type { PreparedMessage } from '../../../model/message.ts';

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

type Check = (value: unknown) => string | undefined;

const oneOf =
  (...allowed: readonly unknown[]): Check =>
  (value) =>
    allowed.includes(value) ? undefined : `must be ${allowed.join(' or ')}`;

const events: readonly unknown[] = ['success', 'failure', 'delay'];
const maxEnvelopeIdLength = 100;

const checks = {
  '': {
    dsn: (value) => (typeof value === 'object' && value !== null ? undefined : 'must be an object'),
    requireTls: oneOf(true, false),
  },
  dsn: {
    notify: (value) => {
      const isList = Array.isArray(value) && value.length > 0 && value.every((name) => events.includes(name));
      return value === 'never' || isList ? undefined : `must be 'never' or a list of ${events.join(', ')}`;
    },
    return: oneOf('headers', 'full'),
    envelopeId: (value) =>
      typeof value === 'string' &&
      /^[\x20-\x7e]+$/.test(value) &&
      toXtext(value).length <= maxEnvelopeIdLength
        ? undefined
        : `must be 1 to ${maxEnvelopeIdLength} printable ASCII characters`,
  },
} as const satisfies Record<string, Readonly<Record<string, Check>>>;

/** @throws InvalidInputError that names the option */
export function readMessageOptions({ providerOptions }: PreparedMessage): SmtpMessageOptions {
  const input = providerOptions.get('smtp');
  if (input === undefined) return {};
  if (typeof input !== 'object' || input === null) throw invalid('providerOptions.smtp', 'must be an object');
  requireValid(input, checks[''], 'providerOptions.smtp');
  const { dsn, requireTls } = input as SmtpMessageOptions;
  if (dsn !== undefined) requireValid(dsn, checks.dsn, 'providerOptions.smtp.dsn');
  return { dsn, requireTls };
}

function requireValid(input: object, known: Readonly<Record<string, Check>>, path: string): void {
  for (const [key, value] of Object.entries(input)) {
    if (value === undefined) continue;
    const check = Object.hasOwn(known, key) ? known[key] : undefined;
    if (check === undefined)
      throw invalid(
        memberPath(path, key),
        `is not an option; the options are ${Object.keys(known).join(', ')}`,
      );
    const problem = check(value);
    if (problem !== undefined) throw invalid(memberPath(path, key), problem);
  }
}

function invalid(path: string, message: string): InvalidInputError {
  return new InvalidInputError({
    message: `The message cannot be sent: \`${path}\` ${message}.`,
    provider: 'smtp',
    operation: 'send',
    outcome: 'not-sent',
    issues: [{ path, message }],
  });
}

/** RFC 3461, section 4: text in a parameter of a command. */
export function toXtext(text: string): string {
  return text.replace(/[^!-*,-<>-~]/g, (character) => {
    const code = character.charCodeAt(0).toString(16).toUpperCase();
    return `+${code.padStart(2, '0')}`;
  });
}

import type { CredentialSource } from '@org/core';
import type { EmailLimits, MessageCapabilities } from '../../../driver.ts';
import { sesSmtpPassword } from './ses-password.ts';

/** A service's relay, as data. Ports and user names are those of the service's documentation. */
export interface SmtpRelay {
  readonly host: string | ((region: string) => string);
  readonly port: number;
  /** The user name of every account. */
  readonly user?: string | undefined;
  /** The key is also the user name. */
  readonly isUserPassword?: boolean | undefined;
  /** Where the account's own user name comes from. */
  readonly userVariable?: string | undefined;
  /** What the relay takes as password. */
  readonly passwordVariables: readonly string[];
  readonly signIn?: 'password' | 'token' | undefined;
  /** Where the password comes from, instead of the variables alone. */
  readonly passwordOf?: ((region: string) => CredentialSource) | undefined;
  readonly regions?: readonly string[] | RegExp | undefined;
  readonly defaultRegion?: string | undefined;
  readonly regionVariable?: string | undefined;
  /** What the relay changes in a mail. */
  readonly message?: Partial<Omit<MessageCapabilities, FixedField>> | undefined;
  readonly limits?: EmailLimits | undefined;
  readonly maxMessageBytes?: number | undefined;
  /** The relay recognises a repeated mail by this header. */
  readonly idempotencyHeader?: string | undefined;
  /**
   * The id in the service's events: a part of the final reply, our `Message-ID` without its angle brackets
   * (`bare`), or none that SMTP shows. Our `Message-ID` where it is not known.
   */
  readonly messageId?: RegExp | 'bare' | 'none' | undefined;
}

const uuidReply = /^250 (?:OK queued as )?([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i;

const table = {
  brevo: {
    host: 'smtp-relay.brevo.com',
    port: 587,
    userVariable: 'BREVO_SMTP_USER',
    passwordVariables: ['BREVO_SMTP_KEY'],
    // Its reply and its events repeat our Message-ID.
    messageId: 'bare',
  },
  elasticemail: {
    host: 'smtp.elasticemail.com',
    port: 465,
    userVariable: 'ELASTICEMAIL_SMTP_USER',
    passwordVariables: ['ELASTICEMAIL_SMTP_PASSWORD', 'ELASTICEMAIL_API_KEY'],
  },
  gmail: {
    host: 'smtp.gmail.com',
    port: 465,
    userVariable: 'GMAIL_USER',
    passwordVariables: ['GMAIL_APP_PASSWORD'],
  },
  mailersend: {
    host: 'smtp.mailersend.net',
    port: 587,
    userVariable: 'MAILERSEND_SMTP_USER',
    passwordVariables: ['MAILERSEND_SMTP_PASSWORD'],
  },
  mailgun: {
    host: (region) => (region === 'eu' ? 'smtp.eu.mailgun.org' : 'smtp.mailgun.org'),
    port: 465,
    userVariable: 'MAILGUN_SMTP_USER',
    passwordVariables: ['MAILGUN_SMTP_PASSWORD'],
    regions: ['us', 'eu'],
    defaultRegion: 'us',
    messageId: 'bare',
  },
  mailjet: {
    host: 'in-v3.mailjet.com',
    port: 587,
    userVariable: 'MAILJET_API_KEY',
    passwordVariables: ['MAILJET_SECRET_KEY'],
    // Whether events repeat it as `Message_GUID` is not confirmed.
    messageId: uuidReply,
  },
  microsoft365: {
    host: 'smtp.office365.com',
    port: 587,
    userVariable: 'MICROSOFT365_USER',
    passwordVariables: ['MICROSOFT365_ACCESS_TOKEN'],
    signIn: 'token',
  },
  // Its relay posts each mail to its own API (apps/smtp/src/server.ts of its source): HTML or text survives,
  // copies become recipients, content ids and the Message-ID are replaced.
  plunk: {
    host: 'next-smtp.useplunk.com',
    port: 465,
    user: 'plunk',
    passwordVariables: ['PLUNK_API_KEY'],
    message: {
      cc: false,
      bcc: false,
      text: 'either',
      replyTo: 'one',
      inlineAttachments: false,
      visibility: 'individual',
      withoutTo: false,
      sender: false,
      envelopeFrom: false,
      messageId: false,
      date: false,
      raw: false,
      alternatives: false,
    },
    limits: { maxRecipients: 5 },
    maxMessageBytes: 10 * 1024 * 1024,
    messageId: 'none',
  },
  postmark: {
    host: 'smtp.postmarkapp.com',
    port: 587,
    user: 'the server token',
    isUserPassword: true,
    passwordVariables: ['POSTMARK_API_KEY'],
  },
  resend: {
    host: 'smtp.resend.com',
    port: 465,
    user: 'resend',
    passwordVariables: ['RESEND_API_KEY'],
    idempotencyHeader: 'Resend-Idempotency-Key',
    // The `email_id` of its events.
    messageId: uuidReply,
  },
  sendgrid: {
    host: 'smtp.sendgrid.net',
    port: 587,
    user: 'apikey',
    passwordVariables: ['SENDGRID_API_KEY'],
    // The events have it before the first dot of `sg_message_id`, as `X-Message-Id` of the API.
    messageId: /^250 Ok: queued as ([\w-]{10,})$/i,
  },
  ses: {
    host: (region) => `email-smtp.${region}.amazonaws.com`,
    port: 465,
    userVariable: 'AWS_ACCESS_KEY_ID',
    passwordVariables: ['AWS_SECRET_ACCESS_KEY'],
    passwordOf: (region) => sesSmtpPassword(undefined, region),
    regions: /^[a-z]{2}(?:-[a-z]+)+-\d{1,2}$/,
    regionVariable: 'AWS_REGION',
    messageId: /^250 Ok ([\da-f]+(?:-[\da-f]+)+)$/i,
  },
} as const satisfies Record<string, SmtpRelay>;

/** The fields that every relay carries, or none: the compiler knows them. */
export type FixedField = 'attachments' | 'template' | 'sendAt' | 'stream' | 'sandbox';

/** A service whose relay `smtp()` knows. @public */
export type SmtpPreset = keyof typeof table;

export const relays: Readonly<Record<SmtpPreset, SmtpRelay>> = table;

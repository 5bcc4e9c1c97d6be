/**
 * Names that other libraries have for a field. The compiler shows their type, which says the name to use.
 * They are marked as deprecated: editors list them last.
 */
export interface NamesElsewhere {
  /** @deprecated In most clients of HTTP APIs. */
  readonly body?: '`body` is not a field of a message: use `text` or `html`.' | undefined;
  /** @deprecated In Resend. */
  readonly react?:
    | '`react` is `content` here: the option `render` of createEmailClient() makes the HTML.'
    | undefined;
  /** @deprecated In Resend. */
  readonly scheduledAt?: '`scheduledAt` is `sendAt` here, a Date.' | undefined;
  /** @deprecated In the APIs of Resend and SendGrid. */
  readonly reply_to?: '`reply_to` is `replyTo` here.' | undefined;
  /** @deprecated In SendGrid and Brevo. */
  readonly templateId?: '`templateId` is `template: { id, variables }` here.' | undefined;
  /** @deprecated In SendGrid. */
  readonly dynamicTemplateData?: '`dynamicTemplateData` is `template: { id, variables }` here.' | undefined;
  /** @deprecated In SendGrid. */
  readonly personalizations?:
    | '`personalizations` are messages here: sendBatch([{ to, … }, { to, … }]).'
    | undefined;
  /** @deprecated In SendGrid. */
  readonly customArgs?: '`customArgs` are `metadata` here.' | undefined;
  /** @deprecated In Nodemailer. */
  readonly icalEvent?:
    | '`icalEvent` is `alternatives: [{ contentType: "text/calendar", content }]` here.'
    | undefined;
  /** @deprecated In Nodemailer. */
  readonly inReplyTo?: '`inReplyTo` is a header here: headers: { "In-Reply-To": id }.' | undefined;
}

import { type EmailCapabilities, mebibyte, plainService, usualMessage } from '../../driver.ts';

/** mailchimp/mailchimp-client-lib-codegen, transactional.openapi.json (April 2026). */
export const mandrillCapabilities = {
  ...plainService,
  suppressions: ['check', 'add', 'remove'],
  webhooks: true,
  message: {
    ...usualMessage,
    replyTo: 'many',
    template: true,
    templateVariables: 'json',
    tags: true,
    metadata: true,
    sendAt: true,
    tracking: ['opens', 'clicks'],
  },
  // The size is not published; support pages say 25 MB of the mail as base64.
  limits: { maxAttachmentBytes: 18 * mebibyte, maxScheduleMs: 365 * 86_400_000 },
} as const satisfies EmailCapabilities;

/** The capabilities of Mandrill, as a type. @public */
export interface MandrillCapabilities extends Readonly<typeof mandrillCapabilities> {
  readonly providerOptions?: { readonly mandrill?: MandrillMessageOptions | undefined };
}

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

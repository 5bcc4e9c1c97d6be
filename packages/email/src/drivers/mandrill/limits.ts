import { type EmailCapabilities, mebibyte, usualMessage } from '../../driver.ts';
import type { MandrillMessageOptions } from './options.ts';

/** mailchimp/mailchimp-client-lib-codegen, transactional.openapi.json (April 2026). */
export const mandrillCapabilities = {
  templates: false,
  contacts: false,
  suppressions: ['check', 'add', 'remove'],
  webhooks: true,
  request: true,
  message: {
    ...usualMessage,
    replyTo: 'many',
    template: true,
    templateVariables: 'json',
    tags: true,
    metadata: true,
    sendAt: true,
    tracking: ['opens', 'clicks'],
    visibility: 'shared',
    internationalLocalPart: false,
  },
  idempotency: 'none',
  // The size is not published; support pages say 25 MB of the mail as base64.
  limits: { maxAttachmentBytes: 18 * mebibyte, maxScheduleMs: 365 * 86_400_000 },
} as const satisfies EmailCapabilities;

/** The capabilities of Mandrill, as a type. @public */
export interface MandrillCapabilities extends Readonly<typeof mandrillCapabilities> {
  readonly providerOptions?: { readonly mandrill?: MandrillMessageOptions | undefined };
}

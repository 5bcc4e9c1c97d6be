import { type EmailCapabilities, mebibyte, plainService, usualMessage } from '../../driver.ts';
import type { ZeptoMailMessageOptions } from './options.ts';

/** zoho.com/zeptomail/help; swoosh/swoosh 820221f. Its pages say 15 MB of a mail as base64. */
export const zeptomailCapabilities = {
  ...plainService,
  message: {
    ...usualMessage,
    replyTo: 'many',
    template: true,
    templateVariables: 'json',
    tags: false,
    metadata: false,
    sendAt: false,
    tracking: ['opens', 'clicks'],
  },
  limits: { maxAttachmentBytes: 10 * mebibyte },
} as const satisfies EmailCapabilities;

/** The capabilities of ZeptoMail, as a type. @public */
export interface ZeptoMailCapabilities extends Readonly<typeof zeptomailCapabilities> {
  readonly providerOptions?: { readonly zeptomail?: ZeptoMailMessageOptions | undefined };
}

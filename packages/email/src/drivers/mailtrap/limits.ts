import { type EmailCapabilities, mebibyte, plainService, usualMessage } from '../../driver.ts';

/** mailtrap/mailtrap-openapi f96b352 (June 2026): sending, bulk and sandbox; 10 MB of a mail as base64. */
export const mailtrapCapabilities = {
  ...plainService,
  webhooks: true,
  inbound: 'mailtrap',
  batch: 500,
  message: {
    ...usualMessage,
    replyTo: 'one',
    template: true,
    templateVariables: 'json',
    tags: true,
    metadata: true,
    sendAt: false,
    withoutTo: true,
  },
  limits: {
    maxTo: 1_000,
    maxCc: 1_000,
    maxBcc: 1_000,
    maxTags: 1,
    maxAttachmentBytes: 7 * mebibyte,
    maxBatchBytes: 50_000_000,
  },
} as const satisfies EmailCapabilities;

/** The capabilities of Mailtrap, as a type. @public */
export interface MailtrapCapabilities extends Readonly<typeof mailtrapCapabilities> {
  readonly providerOptions?: { readonly mailtrap?: Readonly<Record<string, never>> | undefined };
}

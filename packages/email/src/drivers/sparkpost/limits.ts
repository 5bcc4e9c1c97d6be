import { type EmailCapabilities, mebibyte, plainService, usualMessage } from '../../driver.ts';

/** SparkPost/developers.sparkpost.com 88f24dc (June 2026), Transmissions: 20 MB of content as base64. */
export const sparkpostCapabilities = {
  ...plainService,
  webhooks: true,
  message: {
    ...usualMessage,
    replyTo: 'one',
    template: true,
    templateVariables: 'json',
    tags: true,
    metadata: true,
    sendAt: true,
    envelopeFrom: true,
    tracking: ['opens', 'clicks'],
  },
  limits: { maxTags: 10, maxAttachmentBytes: 14 * mebibyte, maxScheduleMs: 3 * 86_400_000 },
} as const satisfies EmailCapabilities;

/** The capabilities of SparkPost, as a type. @public */
export interface SparkPostCapabilities extends Readonly<typeof sparkpostCapabilities> {
  readonly providerOptions?: { readonly sparkpost?: SparkPostMessageOptions | undefined };
}

/** Options of a message for SparkPost only: `providerOptions: { sparkpost: { … } }`. @public */
export interface SparkPostMessageOptions {
  /** Mail that is not marketing: other suppressions hold. @defaultValue the account's own setting */
  readonly transactional?: boolean | undefined;
  /** The pool of IP addresses to send from. */
  readonly ipPool?: string | undefined;
  /** Moves styles from the head of the HTML to its elements. @defaultValue false */
  readonly inlineCss?: boolean | undefined;
  /** The campaign in reports, at most 64 bytes. */
  readonly campaignId?: string | undefined;
}

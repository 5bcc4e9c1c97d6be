import { type EmailCapabilities, mebibyte, usualMessage } from '../../driver.ts';
import type { SparkPostMessageOptions } from './options.ts';

/** SparkPost/developers.sparkpost.com 88f24dc (June 2026), Transmissions: 20 MB of content as base64. */
export const sparkpostCapabilities = {
  templates: false,
  contacts: false,
  webhooks: true,
  request: true,
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
    visibility: 'shared',
    internationalLocalPart: false,
  },
  idempotency: 'none',
  limits: { maxTags: 10, maxAttachmentBytes: 14 * mebibyte, maxScheduleMs: 3 * 86_400_000 },
} as const satisfies EmailCapabilities;

/** The capabilities of SparkPost, as a type. @public */
export interface SparkPostCapabilities extends Readonly<typeof sparkpostCapabilities> {
  readonly providerOptions?: { readonly sparkpost?: SparkPostMessageOptions | undefined };
}

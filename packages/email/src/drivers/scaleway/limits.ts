import { type EmailCapabilities, plainService, usualMessage } from '../../driver.ts';

/** scaleway/scaleway-sdk-js 06fd658d, and the quotas of its documentation: 2 MB of a mail as base64. */
export const scalewayCapabilities = {
  ...plainService,
  message: {
    ...usualMessage,
    inlineAttachments: false,
    replyTo: 'many',
    template: false,
    tags: false,
    metadata: false,
    sendAt: false,
  },
  limits: { maxRecipients: 10, maxAttachments: 10, maxAttachmentBytes: 1_400_000 },
} as const satisfies EmailCapabilities;

/** The capabilities of Scaleway, as a type. @public */
export interface ScalewayCapabilities extends Readonly<typeof scalewayCapabilities> {
  readonly providerOptions?: { readonly scaleway?: ScalewayMessageOptions | undefined };
}

/** Options of a message for Scaleway only: `providerOptions: { scaleway: { … } }`. @public */
export interface ScalewayMessageOptions {
  /** Scaleway gives up a mail that did not leave until then. It is not a time to send at. */
  readonly sendBefore?: Date | undefined;
}

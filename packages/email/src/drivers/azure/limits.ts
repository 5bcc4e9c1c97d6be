import { type EmailCapabilities, plainService, usualMessage } from '../../driver.ts';

/** Azure/azure-rest-api-specs 2ad971a, Email, 2025-09-01: 10 MB of a request as base64. */
export const azureCapabilities = {
  ...plainService,
  webhooks: true,
  message: {
    ...usualMessage,
    senderNames: false,
    replyTo: 'many',
    template: false,
    tags: false,
    metadata: false,
    sendAt: false,
  },
  limits: { maxRecipients: 50, maxAttachmentBytes: 7_000_000 },
} as const satisfies EmailCapabilities;

/** The capabilities of Azure, as a type. @public */
export interface AzureCapabilities extends Readonly<typeof azureCapabilities> {
  readonly providerOptions?: { readonly azure?: AzureMessageOptions | undefined };
}

/** Options of a message for Azure only: `providerOptions: { azure: { … } }`. @public */
export interface AzureMessageOptions {
  /** Switches the tracking of openings and clicks off, where the domain has it. @defaultValue false */
  readonly disableTracking?: boolean | undefined;
}

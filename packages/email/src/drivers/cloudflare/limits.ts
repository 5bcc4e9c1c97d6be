import { type EmailCapabilities, plainService, usualMessage } from '../../driver.ts';

/** cloudflare/cloudflare-docs 015dc8c (November 2026): 5 MiB of a mail as base64. */
const common = {
  ...plainService,
  message: {
    ...usualMessage,
    replyTo: 'one',
    template: false,
    tags: false,
    metadata: false,
    sendAt: false,
    withoutTo: true,
  },
  limits: { maxRecipients: 50, maxAttachmentBytes: 3_600_000 },
} as const;

export const cloudflareCapabilities = {
  ...common,
  suppressions: ['check', 'list', 'add'],
} as const satisfies EmailCapabilities;

export const cloudflareBindingCapabilities = {
  ...common,
  request: false,
} as const satisfies EmailCapabilities;

/** The capabilities of Cloudflare's REST API, as a type. @public */
export interface CloudflareCapabilities extends Readonly<typeof cloudflareCapabilities> {
  readonly providerOptions?: { readonly cloudflare?: Readonly<Record<string, never>> | undefined };
}

/** The capabilities of a Worker's binding, as a type. @public */
export interface CloudflareBindingCapabilities extends Readonly<typeof cloudflareBindingCapabilities> {
  readonly providerOptions?: { readonly cloudflare?: Readonly<Record<string, never>> | undefined };
}

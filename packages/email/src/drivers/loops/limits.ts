import { type EmailCapabilities, plainService } from '../../driver.ts';

/** Loops' OpenAPI document 1.21.6 (api-evangelist/loops 9512d48): `POST /transactional`. */
export const loopsCapabilities = {
  ...plainService,
  webhooks: true,
  message: {
    ownContent: false,
    cc: false,
    bcc: false,
    text: 'none',
    replyTo: 'one',
    headers: false,
    attachments: true,
    inlineAttachments: false,
    template: true,
    templateVariables: 'lists',
    tags: false,
    metadata: false,
    sendAt: false,
    visibility: 'individual',
    internationalLocalPart: false,
  },
  idempotency: 'refuse',
  idempotencyWindowMs: 86_400_000,
  // Support pages say 4 MB of a mail as base64.
  limits: { maxAttachmentBytes: 2_900_000 },
} as const satisfies EmailCapabilities;

/** The capabilities of Loops, as a type. @public */
export interface LoopsCapabilities extends Readonly<typeof loopsCapabilities> {
  readonly providerOptions?: { readonly loops?: LoopsMessageOptions | undefined };
}

/** Options of a message for Loops only: `providerOptions: { loops: { … } }`. @public */
export interface LoopsMessageOptions {
  /** Makes the recipient a contact of the team. @defaultValue false */
  readonly addToAudience?: boolean | undefined;
}

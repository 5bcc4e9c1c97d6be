import { type Constraint, concurrency, perMinute } from '@org/core';
import type { EmailCapabilities } from '../../model/capabilities.ts';

/** What every relay can do; what this one cannot (SIZE, SMTPUTF8) it says itself, when the connection stands. */
export const smtpCapabilities = {
  templates: false,
  contacts: false,
  request: false,
  message: {
    cc: true,
    bcc: true,
    text: 'alone',
    replyTo: 'many',
    headers: true,
    attachments: true,
    inlineAttachments: true,
    template: false,
    tags: false,
    metadata: false,
    sendAt: false,
    visibility: 'shared',
    internationalLocalPart: true,
  },
  idempotency: 'none',
  limits: {},
} as const satisfies EmailCapabilities;

/** What any SMTP relay can do, as a type. @public */
export interface SmtpCapabilities extends Readonly<typeof smtpCapabilities> {}

/** A relay publishes no rate: the general default, and no more mails at once than there are connections. */
export function smtpLimits(maxConnections: number): Constraint[] {
  return [concurrency(maxConnections), perMinute(1_000)];
}

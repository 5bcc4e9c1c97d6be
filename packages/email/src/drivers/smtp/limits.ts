import { type Constraint, concurrency, perMinute } from '@org/core';
import type { EmailCapabilities } from '../../model/capabilities.ts';

/** The capabilities of every relay; SIZE and SMTPUTF8 are known when a connection is open. */
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

/** The capabilities of any SMTP relay, as a type. @public */
export interface SmtpCapabilities extends Readonly<typeof smtpCapabilities> {}

/** A relay publishes no rate: the general default, and no more mails at once than there are connections. */
export function smtpLimits(maxConnections: number): Constraint[] {
  return [concurrency(maxConnections), perMinute(1_000)];
}

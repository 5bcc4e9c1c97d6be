import { type EmailCapabilities, type MessageCapabilities, usualMessage } from '../../driver.ts';
import type { SmtpMessageOptions } from './message/message-options.ts';
import type { FixedField, SmtpRelay } from './presets/relays.ts';

/** The capabilities of every relay; SIZE and SMTPUTF8 are known when a connection is open. */
export const smtpCapabilities = {
  templates: false,
  contacts: false,
  verify: true,
  request: false,
  message: {
    ...usualMessage,
    replyTo: 'many',
    template: false,
    tags: false,
    metadata: false,
    sendAt: false,
    stream: false,
    sandbox: false,
    internationalLocalPart: true,
    withoutTo: true,
    sender: true,
    envelopeFrom: true,
    messageId: true,
    date: true,
    raw: true,
    mime: 'always',
    alternatives: true,
    repeatedHeaders: true,
  },
  idempotency: 'none',
  limits: {},
} as const satisfies EmailCapabilities;

type General = Omit<typeof smtpCapabilities, keyof Variable>;
/** The same for every relay. */
type Fixed = Pick<(typeof smtpCapabilities)['message'], FixedField>;
type Variable = Pick<EmailCapabilities, 'message' | 'idempotency' | 'limits'>;

/** The capabilities of any SMTP relay, as a type. @public */
export interface SmtpCapabilities extends Readonly<General>, Variable {
  readonly message: MessageCapabilities & Fixed;
  readonly providerOptions?: { readonly smtp?: SmtpMessageOptions | undefined };
}

/** The capabilities of a preset, which may change a mail. */
export function capabilitiesOf(relay: SmtpRelay | undefined): SmtpCapabilities {
  return {
    ...smtpCapabilities,
    message: { ...smtpCapabilities.message, ...relay?.message },
    idempotency: relay?.idempotencyHeader === undefined ? 'none' : 'replay',
    limits: relay?.limits ?? {},
  };
}

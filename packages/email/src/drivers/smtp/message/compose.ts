import type { TaskContext } from '@org/core/driver';
import { messageOptions, type PreparedMessage } from '../../../driver.ts';
import type { Signer } from '../settings/code.ts';
import type { SmtpSettings } from '../settings/settings.ts';
import {
  convertToMime,
  convertToSmtpEnvelope,
  createIdentity,
  isInternational,
  type MessageIdentity,
} from './encode.ts';
import type { SmtpMail } from './mail.ts';
import { optionReaders } from './message-options.ts';
import { envelopeIdOf } from './parameters.ts';

/** A message in the form that goes over the wire. */
export interface ComposedMail {
  readonly identity: MessageIdentity;
  readonly mail: SmtpMail;
}

export type Composer = (message: PreparedMessage, context: TaskContext) => Promise<ComposedMail>;

/** Composes each message once: all attempts of a call have the same bytes, one Message-ID and one Date. */
export function createComposer({ relay }: SmtpSettings, sign: Signer): Composer {
  const composed = new WeakMap<PreparedMessage, ComposedMail>();
  const keyHeader = relay?.idempotencyHeader;
  return async (message, context) => {
    const known = composed.get(message);
    if (known?.identity.requestId === context.requestId) return known;
    const { dsn, requireTls = false } = messageOptions(message, 'smtp', optionReaders);
    const identity = await createIdentity(message, context);
    const { idempotencyKey: key } = context;
    const more = keyHeader === undefined || key === undefined ? [] : [{ name: keyHeader, value: key }];
    const written = convertToMime(message, identity, more);
    const envelope = convertToSmtpEnvelope(message);
    const fresh: ComposedMail = {
      identity,
      mail: {
        ...written,
        envelope,
        isInternational: written.isInternational || isInternational(envelope),
        bytes: await sign(written.bytes, context.signal),
        envelopeId: dsn?.envelopeId ?? envelopeIdOf(identity.messageId),
        dsn,
        needsTls: requireTls,
      },
    };
    composed.set(message, fresh);
    return fresh;
  };
}

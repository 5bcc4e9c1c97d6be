import { UnsupportedError } from '@org/core';
import type { EmailCapabilities, EmailLimits, MessageCapabilities } from '../capabilities.ts';
import type { PreparedMessage } from '../message.ts';
import type { Report } from '../reader.ts';

/** A part of a message that the service cannot carry unchanged, and its replacement. @public */
export interface LossyMapping {
  /** The field of the message, or `idempotencyKey`. */
  readonly field: string;
  /** Dropped, moved to another field, or replaced by a similar one. */
  readonly action: 'dropped' | 'merged' | 'approximated';
  /** The change, in words. */
  readonly detail: string;
}

/**
 * The answer to a loss: refuse before anything is sent, send and warn on the console, or send. The result
 * lists the loss in `lossy`. @public
 */
export type OnLossy = 'error' | 'warn' | 'allow';

export interface Service {
  readonly can: MessageCapabilities;
  readonly limits: EmailLimits;
  readonly now: () => number;
}

/** A part of a field that a service may not carry, although it carries the field. */
export interface Loss {
  readonly action: LossyMapping['action'];
  readonly detail: string;
  /** Reported and never an error: the service has no other place for it. */
  readonly isHarmless: boolean;
  /** The fields that change; `undefined` for a message that fits. */
  readonly fit: (message: PreparedMessage, service: Service) => Partial<PreparedMessage> | undefined;
}

/** Reports what `onLossy` cannot save: without it, it would be another message. */
export type Refuse = (message: PreparedMessage, service: Service, refuse: Report) => void;

/**
 * A key for a service without keys, or for several services, is reported and is never an error: the same call
 * may go to several services.
 */
export function findUnusedKey(key: string | undefined, { idempotency }: EmailCapabilities): LossyMapping[] {
  if (key === undefined || idempotency !== 'none') return [];
  const detail = 'a repeated call may be a second mail';
  return [{ field: 'idempotencyKey', action: 'dropped', detail }];
}

/** The error of a loss that the caller does not allow. */
export function lossyError(lossy: readonly LossyMapping[], provider: string): UnsupportedError {
  const fields = lossy.map(({ field }) => `\`${field}\``).join(', ');
  const details = lossy.map(({ detail }) => detail).join(', and ');
  return new UnsupportedError({
    message:
      `${provider} cannot carry ${fields} as it is. Leave it out or use another driver; ` +
      `with onLossy: 'allow', ${details}.`,
    provider,
    outcome: 'not-sent',
    issues: lossy.map(({ field, detail }) => ({ path: field, message: detail })),
  });
}

import { encodeError, encodeEvent, encodeObjectEvent, type Frame } from './frames.ts';
import type { ErrorStyle } from './options.ts';

/** Why a subscription is refused, in the form of each server family. */
export interface Refusal {
  readonly type: 'AuthError' | 'LimitReached' | 'ServerError';
  readonly status: number;
  /** The hosted service's text. */
  readonly message: string;
}

export function encodeRefusal(style: ErrorStyle, channel: string, refusal: Refusal): Frame {
  switch (style) {
    case 'hosted':
      return encodeError(null, refusal.message);
    case 'soketi':
      return encodeObjectEvent(
        'pusher:subscription_error',
        { type: refusal.type, error: soketiText(refusal), status: refusal.status },
        channel,
      );
    case 'reverb':
      return encodeEvent('pusher:error', JSON.stringify(reverbError(refusal)));
  }
}

function soketiText(refusal: Refusal): string {
  return refusal.type === 'AuthError' ? 'The connection is unauthorized.' : refusal.message;
}

function reverbError(refusal: Refusal): { code: number; message: string } {
  return refusal.type === 'AuthError'
    ? { code: 4009, message: 'Connection is unauthorized' }
    : { code: 4200, message: refusal.message };
}

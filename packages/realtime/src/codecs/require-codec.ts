import { misconfigured } from '../internal/wrong-input.ts';
import type { Codec } from './codec.ts';

/** @throws ConfigurationError */
export function requireCodec(codec: Codec): void {
  if (typeof codec?.open !== 'function')
    throw misconfigured('codec must be one of @org/realtime/codecs, or made with its defineCodec.');
}

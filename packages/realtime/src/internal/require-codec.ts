import type { Codec } from '../codecs/codec.ts';
import { misconfigured } from './wrong-input.ts';

/** @throws ConfigurationError @internal */
export function requireCodec(codec: Codec | undefined): void {
  if (codec !== undefined && typeof codec?.open !== 'function')
    throw misconfigured('codec must be one of @org/realtime/codecs, or made with its defineCodec.');
}

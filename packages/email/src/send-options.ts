import type { CallOptions } from '@org/core';
import type { OnLossy } from './model/fit/lossy.ts';

/** Options of one call of `send`. @public */
export interface SendOptions extends CallOptions {
  /** For this message. @defaultValue the client's */
  readonly onLossy?: OnLossy | undefined;
}

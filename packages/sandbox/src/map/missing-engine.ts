import { platformSupport } from '@org/routing/embedded';

/** Why no map can be routed over on this machine, and what to do; `undefined` when one can. */
export function describeMissingEngine(): string | undefined {
  const { supported, reason } = platformSupport();
  return supported ? undefined : reason;
}

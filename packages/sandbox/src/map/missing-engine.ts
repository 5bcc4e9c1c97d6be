import { platformSupport } from '@org/routing/embedded';

/** Why the routing engine cannot run, with what to do; `undefined` if it can. */
export function describeMissingEngine(): string | undefined {
  const { supported, reason } = platformSupport();
  return supported ? undefined : reason;
}

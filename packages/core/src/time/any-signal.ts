import { followSignal } from './follow-signal.ts';

/** One follower, and one listener, for a signal however often it is used. */
const followers = new WeakMap<AbortSignal, AbortSignal>();

/** Aborts with the first of these, also polyfills, which `AbortSignal.any` does not take. @public */
export const anySignal = (...signals: readonly (AbortSignal | undefined)[]): AbortSignal =>
  AbortSignal.any(signals.filter((signal) => signal !== undefined).map(platformSignal));

function platformSignal(signal: AbortSignal): AbortSignal {
  const known = signal instanceof AbortSignal ? signal : followers.get(signal);
  if (known !== undefined) return known;
  const controller = new AbortController();
  followers.set(signal, controller.signal);
  followSignal(signal, controller);
  return controller.signal;
}

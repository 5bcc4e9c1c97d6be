import type { Hooks } from '../hooks.ts';

type HookOption = Hooks | readonly Hooks[] | undefined;

/** The client's before the call's; `undefined` where there are none. */
export function hooksOf(ofClient: HookOption, ofCall: HookOption): readonly Hooks[] | undefined {
  if (ofClient === undefined && ofCall === undefined) return undefined;
  return [ofClient ?? [], ofCall ?? []].flat();
}

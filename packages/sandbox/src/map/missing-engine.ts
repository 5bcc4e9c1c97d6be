import { type EnginePlace, platformSupport } from '@org/routing/embedded';

/** `npx` keeps the sandbox outside of the project that has the engine. */
export const enginePlace = (): EnginePlace => ({ engineFrom: process.cwd() });

/** Why the routing engine cannot run, and what to do; `undefined` if it can. */
export function findMissingEngine() {
  const { reason, code } = platformSupport(enginePlace());
  return reason === undefined || code === undefined ? undefined : { reason, code };
}

import { type EnginePlace, platformSupport } from '@org/routing/embedded';

/** `npx` keeps the sandbox outside of the project that has the engine. */
export const enginePlace = (): EnginePlace => ({ engineFrom: process.cwd() });

/** Why the routing engine cannot run. */
export interface MissingEngine {
  readonly code: 'engine-package-missing' | 'engine-platform-unsupported';
  /** Why, and what to do. */
  readonly reason: string;
}

/** Why the routing engine cannot run; `undefined` if it can. */
export function findMissingEngine(): MissingEngine | undefined {
  const { reason, code } = platformSupport(enginePlace());
  return reason === undefined || code === undefined ? undefined : { reason, code };
}

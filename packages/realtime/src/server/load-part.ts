import type { Runtime } from '@org/core';
import { misconfigured } from '../internal/wrong-input.ts';

/**
 * Loads a part with the first call that needs it, before anything is sent. The next call retries a failed
 * load.
 */
export function createLoader<Part>({ untimed }: Runtime, load: () => Promise<Part>): () => Promise<Part> {
  let loaded: Part | undefined;
  return async () => {
    loaded ??= await untimed(load).catch((cause: unknown) => {
      const message = 'A part of the realtime client did not load. Was the package replaced meanwhile?';
      throw misconfigured(message, cause);
    });
    return loaded;
  };
}

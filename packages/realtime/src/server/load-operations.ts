import { ConfigurationError, type Runtime } from '@org/core';

type Operations = typeof import('./operations.ts');

/** Loads the operations with the first call that needs them, before anything is sent; what did not load is tried again by the next. */
export function createOperationsLoader({ untimed }: Runtime): () => Promise<Operations> {
  let loaded: Operations | undefined;
  return async () => {
    loaded ??= await untimed(() => import('./operations.ts')).catch((cause: unknown) => {
      const message =
        'A part of the realtime client did not load. Was the package replaced while the program ran?';
      throw new ConfigurationError({ message, provider: 'realtime', outcome: 'not-sent', cause });
    });
    return loaded;
  };
}

import { ConfigurationError } from '../errors/caller-errors.ts';
import type { Runtime } from '../time/runtime.ts';

/** What only calls need, loaded with the first one. A failed load is tried again by the next call. @throws ConfigurationError */
export async function loadModule<Module>(
  { untimed }: Runtime,
  provider: string,
  load: () => Promise<Module>,
): Promise<Module> {
  try {
    return await untimed(load);
  } catch (cause) {
    throw new ConfigurationError({
      message: `A part of the ${provider} client did not load. Was the package replaced while the program ran?`,
      provider,
      outcome: 'not-sent',
      cause,
    });
  }
}

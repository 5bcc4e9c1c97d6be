import { ConfigurationError } from '../errors/caller-errors.ts';
import { realWork } from '../time/real-work.ts';

/**
 * A module that only calls need: loaded with the first one. A failed load is tried again by the next call.
 * @public
 */
export class LazyModule<Module> {
  loaded: Module | undefined;
  readonly #provider: string;
  readonly #import: () => Promise<Module>;

  constructor(provider: string, load: () => Promise<Module>, loaded?: Module) {
    this.loaded = loaded;
    this.#provider = provider;
    this.#import = load;
  }

  /** @throws ConfigurationError */
  async load(): Promise<Module> {
    try {
      this.loaded ??= await realWork.run(this.#import);
      return this.loaded;
    } catch (cause) {
      const provider = this.#provider;
      const message = `A part of ${provider} did not load. Was the package replaced meanwhile?`;
      throw new ConfigurationError({ message, provider, outcome: 'not-sent', cause });
    }
  }
}

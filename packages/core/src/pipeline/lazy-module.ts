import { ConfigurationError } from '../errors/caller-errors.ts';
import type { Runtime } from '../time/runtime.ts';

/**
 * A module that only calls need: loaded with the first one. A failed load is tried again by the next call.
 *
 * @public
 */
export class LazyModule<Module> {
  loaded: Module | undefined;
  readonly #runtime: Runtime;
  readonly #provider: string;
  readonly #import: () => Promise<Module>;

  constructor(runtime: Runtime, provider: string, load: () => Promise<Module>, loaded?: Module) {
    this.loaded = loaded;
    this.#runtime = runtime;
    this.#provider = provider;
    this.#import = load;
  }

  /** @throws ConfigurationError */
  async load(): Promise<Module> {
    try {
      this.loaded ??= await this.#runtime.untimed(this.#import);
      return this.loaded;
    } catch (cause) {
      const provider = this.#provider;
      const message = `A part of ${provider} did not load. Was the package replaced meanwhile?`;
      throw new ConfigurationError({ message, provider, outcome: 'not-sent', cause });
    }
  }
}

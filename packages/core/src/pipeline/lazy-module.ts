import { ConfigurationError } from '../errors/caller-errors.ts';
import type { Runtime } from '../time/runtime.ts';

/** A module that only calls need: loaded with the first one. A load that failed is tried again by the next call. */
export class LazyModule<Module> {
  readonly #runtime: Runtime;
  readonly #provider: string;
  readonly #import: () => Promise<Module>;
  #loaded: Module | undefined;

  constructor(runtime: Runtime, provider: string, load: () => Promise<Module>, loaded?: Module) {
    this.#runtime = runtime;
    this.#provider = provider;
    this.#import = load;
    this.#loaded = loaded;
  }

  get loaded(): Module | undefined {
    return this.#loaded;
  }

  /** @throws ConfigurationError */
  async load(): Promise<Module> {
    try {
      this.#loaded ??= await this.#runtime.untimed(this.#import);
      return this.#loaded;
    } catch (cause) {
      throw new ConfigurationError({
        message: `A part of the ${this.#provider} client did not load. Was the package replaced while the program ran?`,
        provider: this.#provider,
        outcome: 'not-sent',
        cause,
      });
    }
  }
}

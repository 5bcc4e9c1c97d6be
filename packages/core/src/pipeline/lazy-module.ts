import { ConfigurationError } from '../errors/caller-errors.ts';
import { isOrgError } from '../errors/org-error.ts';
import { realWork } from '../time/real-work.ts';

export type Loadable<Module> = Pick<LazyModule<Module>, 'loaded' | 'load'>;

/** A module that is in the program from the start. */
export function present<Module>(module: Module): Loadable<Module> {
  return { loaded: module, load: async () => module };
}

/**
 * A module that only calls need: loaded with the first one. A failed load is tried again by the next call.
 * Before version 24, Node itself keeps the failure of a file that it could not read. @public
 */
export class LazyModule<Module> {
  loaded: Module | undefined;
  /** @throws ConfigurationError, `retryable` when the program had too many open files */
  readonly load: () => Promise<Module>;

  /** @param advice - what to do when it does not load: a sentence */
  constructor(
    provider: string,
    load: () => Promise<Module>,
    loaded?: Module,
    advice = 'Was the package replaced meanwhile?',
  ) {
    let loading: Promise<Module> | undefined;
    this.loaded = loaded;
    this.load = async () => {
      try {
        loading ??= realWork.run(load);
        this.loaded ??= await loading;
        return this.loaded;
      } catch (cause) {
        loading = undefined;
        if (isOrgError(cause)) throw cause;
        // Node has the code of the system call, or says it in words alone.
        const retryable = /E[MN]FILE|too many open/.test(String(cause));
        const why = retryable ? 'Too many files are open: raise the limit (ulimit -n).' : advice;
        const message = `A part of ${provider} did not load. ${why}`;
        throw new ConfigurationError({ message, provider, outcome: 'not-sent', retryable, cause });
      }
    };
  }
}

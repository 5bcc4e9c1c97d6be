import { realWork } from '@org/core/driver';
import { misconfigured } from '../internal/wrong-input.ts';

/** Code that is loaded with its first use. A loaded part needs no promise. */
export interface Loader<Part> {
  (): Part | Promise<Part>;
  /** The part, once it is loaded. */
  readonly loaded: Part | undefined;
}

/** Runs work with a part; without a further promise once it is loaded. */
export function withPart<Part, Result>(
  load: Loader<Part>,
  work: (part: Part) => Promise<Result>,
): Promise<Result> {
  const { loaded } = load;
  return loaded === undefined ? Promise.resolve(load()).then(work) : work(loaded);
}

/**
 * A method of a part. A call is made at once, when the part is loaded: the caller may change its objects
 * afterwards. Before, `early` copies the arguments.
 */
export function method<Part, Name extends keyof Part>(
  load: Loader<Part>,
  name: Name,
  early?: false | ((args: never) => readonly unknown[]),
): Part[Name] {
  const run = (...args: unknown[]) => {
    const own = load.loaded || !early ? args : early(args as never);
    return withPart(load, (part) =>
      (part[name] as (...args: readonly unknown[]) => Promise<unknown>)(...own),
    );
  };
  return run as Part[Name];
}

/** A part that is loaded before anything is sent. The next call retries a failed load. */
export function createLoader<Part extends object>(load: () => Promise<Part>): Loader<Part> {
  let loaded: Part | undefined;
  const start = async () => {
    const part = await realWork.run(load).catch((cause: unknown) => {
      const message = 'A part of the realtime client did not load. Was the package replaced meanwhile?';
      throw misconfigured(message, cause);
    });
    loaded ??= part;
    return loaded;
  };
  return Object.defineProperty(() => loaded ?? start(), 'loaded', { get: () => loaded }) as Loader<Part>;
}

/**
 * The parts of Node that credentials use. There is no import, so the same code loads in a browser or a
 * worker.
 */
interface Platform {
  readonly process?:
    | {
        readonly env?: Readonly<Record<string, string | undefined>> | undefined;
        readonly getBuiltinModule?: ((id: string) => unknown) | undefined;
      }
    | undefined;
  readonly Deno?: { readonly env?: { get(name: string): string | undefined } | undefined } | undefined;
}

/** The part of `node:fs/promises` that credentials use. */
export interface FileSystem {
  stat(path: string): Promise<{ isFile(): boolean; isDirectory(): boolean; readonly size: number }>;
  readFile(path: string): Promise<Uint8Array>;
}

/** An environment variable; `undefined` when it is not set, or when the platform denies access. */
export function readEnvironment(name: string): string | undefined {
  try {
    return lookUp(name);
  } catch {
    // Deno throws without permission to read the variable: treat it as not set.
    return undefined;
  }
}

/** Does the platform refuse to show the variable, as Deno does without `--allow-env`? */
export function isEnvironmentDenied(name: string): boolean {
  try {
    lookUp(name);
    return false;
  } catch {
    return true;
  }
}

function lookUp(name: string): string | undefined {
  const { process, Deno } = globalThis as Platform;
  const env = process?.env;
  return env && Object.hasOwn(env, name) ? env[name] : Deno?.env?.get(name);
}

/** A built-in module of Node; `undefined` on other platforms. */
export function builtinModule<Module>(id: string): Module | undefined {
  const { process } = globalThis as Platform;
  return process?.getBuiltinModule?.(id) as Module | undefined;
}

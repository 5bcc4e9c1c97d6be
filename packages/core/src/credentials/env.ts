import { CredentialError } from '../errors/caller-errors.ts';
import { wrongOption } from '../errors/wrong-option.ts';
import { readTextFile } from './file.ts';
import { isEnvironmentDenied, readEnvironment } from './platform.ts';
import type { Credential, CredentialSource } from './source.ts';
import { credentialOf } from './value.ts';

/**
 * The first of some environment variables that is set. For each `NAME` it reads `NAME`, then `NAME_FILE`, the
 * path of a mounted secret file. It reads the environment when a credential is needed, not before. Space
 * around a value is ignored. A blank variable, or a `NAME_FILE` with an unusable file, is a `CredentialError`
 * that names the variable. @public
 *
 * @example
 * const apiKey = fromEnv('MAIL_KEY', 'PLUNK_API_KEY'); // or MAIL_KEY_FILE, the path of a file with the key
 * const email = createEmailClient({ driver: plunk({ apiKey }) });
 *
 * @throws ConfigurationError when no name is given
 */
export function fromEnv(...names: readonly string[]): CredentialSource {
  requireNames('fromEnv()', names);
  return {
    // Looked up for an error message only: before that, Deno would ask the user for a permission.
    get description() {
      const denied = names.some(isEnvironmentDenied);
      return alternatives(namesToShow(names, ['', '_FILE'])) + (denied ? deniedNote : '');
    },
    async load({ signal }) {
      for (const name of names) {
        const found = fromVariable(name) ?? (await fromFileVariable(`${name}_FILE`, signal));
        if (found) return found;
      }
      return undefined;
    },
  };
}

export function requireNames(factory: string, names: readonly string[]): void {
  if (names.length === 0 || names.some((name) => typeof name !== 'string' || name.trim() === ''))
    throw wrongOption(`${factory} needs the name of a variable.`);
}

/** Digits and small letters, and capitals too or a great length: a name can look so, and a key often does. */
const looksLikeKey = /^(?=.*\d)(?=.*[a-z])(?:(?=.*[A-Z]).{16}|.{30})/;

/** The names in an error message; in place of one that may be a key, what is wrong if it is. */
export function namesToShow(names: readonly string[], endings: readonly string[] = ['']): readonly string[] {
  return names.flatMap((name) =>
    looksLikeKey.test(name)
      ? ['the variable (pass its name, not the key)']
      : endings.map((ending) => name + ending),
  );
}

const deniedNote = ' (the environment is not readable: run with `--allow-env`)';

function fromVariable(name: string): Credential | undefined {
  const value = readEnvironment(name);
  return value === undefined ? undefined : credentialOf(value.trim(), `environment variable ${name}`);
}

async function fromFileVariable(name: string, signal?: AbortSignal): Promise<Credential | undefined> {
  const path = readEnvironment(name)?.trim();
  if (path === undefined) return undefined;
  if (path === '') throw new CredentialError({ message: `The environment variable ${name} is blank.` });
  const text = await readTextFile(path, signal);
  if (text === undefined) {
    throw new CredentialError({
      message: `The environment variable ${name} names the file ${path}, which does not exist.`,
    });
  }
  return credentialOf(text.trim(), `file ${path} of environment variable ${name}`);
}

/** `a`, `a or b`, `a, b or c`. */
export function alternatives(names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} or ${last}`;
}

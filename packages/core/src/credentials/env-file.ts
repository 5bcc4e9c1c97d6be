import { CredentialError } from '../errors/caller-errors.ts';
import { alternatives, requireNames } from './env.ts';
import { type EnvEntry, parseEnvText } from './env-text.ts';
import { readTextFile } from './file.ts';
import type { Credential, CredentialSource } from './source.ts';
import { credentialOf } from './value.ts';

/**
 * The first of some variables that a `.env` file sets. The file is read when a credential is needed, and kept to ourselves: `process.env` is neither
 * read nor changed. A missing file, or one without the variable, means *not here*; a blank value and a file that cannot be understood are
 * `CredentialError`s with the number of the line and without its content.
 *
 * The rules: `NAME=value`, one a line, also after `export `; space around name and value does not count; the last of several lines for
 * one name counts. `#` begins a comment at the beginning of a line, after a space, and after a closing quote. Values may stand in `"…"`, `'…'` or
 * `` `…` `` and then go over several lines; in `"…"`, `\n`, `\r`, `\t`, `\"`, `\\` and `\$` are escapes. Nothing is interpolated: `$` is a `$`.
 * TenantQueue ends may be LF, CRLF or CR (LF in the value), and a byte order mark does not count. What other tools would read differently is refused when it
 * is asked for: `NAME=a#b` without quotes, `NAME: value`.
 *
 * @throws ConfigurationError when no name is given
 * @public
 */
export function fromEnvFile(path: string, ...names: readonly string[]): CredentialSource {
  requireNames('fromEnvFile()', names);
  return {
    description: `${alternatives(names)} in ${path}`,
    async load({ signal }) {
      const text = await readTextFile(path, signal);
      if (text === undefined) return undefined;
      const { entries, fault } = parseEnvText(text);
      if (fault) {
        throw new CredentialError({
          message: `The file ${path} cannot be used: line ${fault.line} ${fault.problem}.`,
        });
      }
      for (const name of names) {
        const entry = entries.get(name);
        if (entry) return credentialIn(entry, `${name} in ${path}`);
      }
      return undefined;
    },
  };
}

function credentialIn(entry: EnvEntry, description: string): Credential {
  if ('value' in entry) return credentialOf(entry.value.trim(), description);
  throw new CredentialError({
    message: `The credential cannot be used: ${description}, line ${entry.line}, ${entry.problem}.`,
  });
}

import { CredentialError } from '../errors/caller-errors.ts';
import { alternatives, namesToShow, requireNames } from './env.ts';
import { type EnvEntry, parseEnvText } from './env-text.ts';
import { readTextFile } from './file.ts';
import type { Credential, CredentialSource } from './source.ts';
import { credentialOf } from './value.ts';

/**
 * The first of some variables that a `.env` file sets. The file is read when a credential is needed;
 * `process.env` is neither read nor changed. A missing file, or a file without the variable, means *not
 * here*. A blank value or a malformed file is a `CredentialError` with the line number and without the line's
 * content.
 *
 * The format:
 *
 * - One `NAME=value` per line, also after `export `. Space around name and value is ignored. The last line of
 *   a name counts.
 * - `#` starts a comment at the start of a line, after a space, and after a closing quote.
 * - Values may be quoted with `"…"`, `'…'` or `` `…` ``, and then span several lines. In `"…"`, `\n`, `\r`,
 *   `\t`, `\"`, `\\` and `\$` are escapes.
 * - Nothing is interpolated: `$` is a `$`.
 * - Line breaks may be LF, CRLF or CR (LF in the value). A byte order mark is ignored.
 * - A line that other tools read differently is an error when its variable is read: `NAME=a#b` without
 *   quotes, `NAME: value`.
 * @public
 *
 * @example
 * const email = createEmailClient({ driver: plunk({ apiKey: fromEnvFile('.env', 'PLUNK_API_KEY') }) });
 *
 * @throws ConfigurationError when no name is given
 */
export function fromEnvFile(path: string, ...names: readonly string[]): CredentialSource {
  requireNames('fromEnvFile()', names);
  return {
    description: `${alternatives(namesToShow(names))} in ${path}`,
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

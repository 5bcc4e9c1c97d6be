import { CredentialError } from '../errors/caller-errors.ts';
import { readTextFile } from './file.ts';
import { builtinModule } from './platform.ts';
import type { CredentialSource } from './source.ts';
import { credentialOf } from './value.ts';

/**
 * One variable of a `.env` file, read with Node's own rules (`util.parseEnv`) and kept to ourselves: `process.env` is neither read nor changed. A
 * missing file, or a file without the variable, means *not here*; a blank value is a `CredentialError`.
 *
 * @public
 */
export function fromEnvFile(path: string, name: string): CredentialSource {
  const description = `${name} in ${path}`;
  return {
    description,
    async load({ signal }) {
      const text = await readTextFile(path, signal);
      if (text === undefined) return undefined;
      const util = builtinModule<{ parseEnv?(text: string): Record<string, string> }>('node:util');
      if (util?.parseEnv === undefined) {
        throw new CredentialError({ message: `This platform cannot read ${path}: it has no util.parseEnv.` });
      }
      const variables = util.parseEnv(text);
      const value = Object.hasOwn(variables, name) ? variables[name] : undefined;
      return value === undefined ? undefined : credentialOf(value.trim(), description);
    },
  };
}

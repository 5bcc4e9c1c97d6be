import { alternatives } from './env.ts';
import { sourceOf } from './input.ts';
import type { CredentialSource } from './source.ts';

/**
 * The first source that has a credential, in order. The chain continues only when a source returns
 * `undefined` (*not here*). An error of a source stops the chain: a malformed file never falls through to
 * another identity. @public
 *
 * @example
 * const apiKey = credentialChain(fromFile('/run/secrets/plunk-key'), fromEnv('PLUNK_API_KEY'));
 * const email = createEmailClient({ driver: plunk({ apiKey }) });
 */
export function credentialChain(...sources: readonly CredentialSource[]): CredentialSource {
  const checked = sources.map((source) => sourceOf(source));
  return {
    get description() {
      return alternatives(checked.map((source) => source.description));
    },
    async load(context) {
      for (const source of checked) {
        context.signal?.throwIfAborted();
        const credential = await source.load(context);
        if (credential !== undefined) return credential;
      }
      return undefined;
    },
  };
}

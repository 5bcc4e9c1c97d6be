import type { Credential, CredentialContext, CredentialSource } from '../credentials/source.ts';
import { CredentialError } from '../errors/caller-errors.ts';
import { isOrgError } from '../errors/org-error.ts';
import { cleanCause } from '../observe/clean-cause.ts';
import { createRedactor } from '../observe/redact.ts';

/**
 * The credential of a source that no call of the pipeline loads: a proxy's password, a signing key.
 * `undefined` where it has none. @public
 *
 * @throws ConfigurationError when the source returns anything else
 * @throws CredentialError when the source throws anything but an error of this family, or the signal's reason
 */
export async function loadCredential(
  source: CredentialSource,
  context: CredentialContext,
): Promise<Credential | undefined> {
  try {
    return await source.load(context);
  } catch (error) {
    if (isOrgError(error) || context.signal?.aborted) throw error;
    throw new CredentialError({
      message: `The credential could not be loaded (${source.description}): see the cause.`,
      outcome: 'not-sent',
      cause: cleanCause(error, createRedactor([])),
    });
  }
}

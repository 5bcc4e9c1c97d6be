import { expect } from 'vitest';
import { CredentialError, type CredentialSource, createRuntime } from '../../src/index.ts';
import { collectLeaks } from '../../src/testing/index.ts';

const context = { runtime: createRuntime(), refresh: false };

/** The value that a source finds now; `undefined` when it has none. */
export async function valueFrom(source: CredentialSource): Promise<string | undefined> {
  return (await source.load(context))?.secret.reveal();
}

/** The `CredentialError` of a source that must fail; it shows the canaries nowhere. */
export async function credentialFault(
  source: CredentialSource,
  ...canaries: readonly string[]
): Promise<CredentialError> {
  const error: unknown = await source.load(context).then(
    () => expect.unreachable('the source was meant to fail'),
    (reason: unknown) => reason,
  );
  if (!CredentialError.isInstance(error)) throw error;
  expect(collectLeaks([error, source], canaries)).toEqual([]);
  return error;
}

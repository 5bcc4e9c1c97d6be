import { expect } from 'vitest';
import { CredentialError, type CredentialSource, cachedCredential, createRuntime } from '../../src/index.ts';
import { collectLeaks, type FaultServer } from '../../src/testing/index.ts';

const context = { runtime: createRuntime(), refresh: false };

/** The value that a source finds now; `undefined` when it has none. */
export async function valueFrom(source: CredentialSource): Promise<string | undefined> {
  return (await source.load(context))?.secret.reveal();
}

/** 1,000 callers at once get the value with one request. */
export async function expectOneRequest(
  server: FaultServer,
  source: CredentialSource,
  value: string,
): Promise<void> {
  const before = server.requests.length;
  const shared = cachedCredential(source);
  const found = await Promise.all(Array.from({ length: 1_000 }, () => valueFrom(shared)));
  expect(new Set(found)).toEqual(new Set([value]));
  expect(server.requests.length - before).toBe(1);
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

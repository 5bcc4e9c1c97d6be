import { wrongOption } from '../errors/wrong-option.ts';
import { secretKindOf } from '../options/kind-of.ts';
import { propertyOf } from '../options/own.ts';
import { Secret } from './secret.ts';
import type { Credential, CredentialContext, CredentialSource } from './source.ts';

/** The mark of a cache, whose own source is checked. */
export const cacheBrand = Symbol.for('org.credentials.cached');

/** A source of the program, which may return anything. */
export class CheckedSource implements CredentialSource {
  readonly #source: CredentialSource;

  constructor(source: CredentialSource) {
    this.#source = source;
  }

  get description(): string {
    return this.#source.description ?? 'one without a description';
  }

  /** @throws ConfigurationError for anything but a credential or `undefined` */
  async load(context: CredentialContext): Promise<Credential | undefined> {
    const loaded: unknown = await this.#source.load(context);
    if (loaded === undefined || isCredential(loaded)) return loaded;
    const kind = typeof loaded === 'object' && loaded !== null ? 'something else' : secretKindOf(loaded);
    throw wrongOption(
      `The credential source (${this.description}) must return { secret: new Secret(key), source: 'its ` +
        `origin' } or undefined; it returned ${kind}.`,
    );
  }
}

function isCredential(loaded: unknown): loaded is Credential {
  const secret = propertyOf(loaded, 'secret');
  const expiresAt = propertyOf(loaded, 'expiresAt');
  return (
    Secret.isInstance(secret) &&
    typeof secret.reveal() === 'string' &&
    typeof propertyOf(loaded, 'source') === 'string' &&
    (expiresAt === undefined || typeof propertyOf(expiresAt, 'getTime') === 'function')
  );
}

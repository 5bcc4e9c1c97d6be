import { wrongOption } from '../errors/wrong-option.ts';
import { kindOf } from '../options/kind-of.ts';
import { propertyOf } from '../options/own.ts';
import { Secret } from './secret.ts';
import type { Credential, CredentialContext, CredentialSource } from './source.ts';

/** A source of the program, which may return anything. */
export class CheckedSource implements CredentialSource {
  readonly #source: CredentialSource;

  constructor(source: CredentialSource) {
    this.#source = source;
  }

  get description(): string {
    const description: unknown = this.#source.description;
    return typeof description === 'string' && description !== '' ? description : 'the credential source';
  }

  /** @throws ConfigurationError for anything but a credential or `undefined` */
  async load(context: CredentialContext): Promise<Credential | undefined> {
    const loaded: unknown = await this.#source.load(context);
    if (loaded === undefined) return undefined;
    const wrong = wrongPart(loaded);
    if (wrong === undefined) return loaded as Credential;
    throw wrongOption(
      `The credential source (${this.description}) must return { secret: new Secret(key), source: 'its ` +
        `origin' }, or undefined where it has none; it returned ${wrong}.`,
    );
  }
}

function wrongPart(loaded: unknown): string | undefined {
  if (typeof loaded !== 'object' || loaded === null) return kindOf(loaded);
  const secret = propertyOf(loaded, 'secret');
  if (!Secret.isInstance(secret)) return `${kindOf(loaded)} without a Secret as \`secret\``;
  if (typeof secret.reveal() !== 'string') return `a Secret of ${kindOf(secret.reveal())}`;
  if (typeof propertyOf(loaded, 'source') !== 'string')
    return `${kindOf(loaded)} without a text as \`source\``;
  const expiresAt = propertyOf(loaded, 'expiresAt');
  const isDate = typeof propertyOf(expiresAt, 'getTime') === 'function';
  return expiresAt === undefined || isDate ? undefined : 'an `expiresAt` that is not a Date';
}

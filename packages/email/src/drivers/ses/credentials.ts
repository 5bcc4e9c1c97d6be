import {
  type AuthTarget,
  ConfigurationError,
  type Credential,
  type CredentialContext,
  CredentialError,
  fromEnv,
  Secret,
} from '@org/core';
import { type AwsCredentials, signRequest } from './sign.ts';

/**
 * Keys, or a function that gives the keys of the moment: those of `@aws-sdk/credential-providers` fit.
 * @public
 */
export type AwsCredentialsInput =
  | AwsCredentials
  | ((options?: { readonly forceRefresh?: boolean }) => Promise<AwsCredentials>);

const names = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN'] as const;

/** The keys as one credential: their texts in a row. */
export async function loadKeys(
  input: AwsCredentialsInput | undefined,
  context: CredentialContext,
): Promise<Credential | undefined> {
  if (input === undefined) return keysOfEnvironment(context);
  const isFunction = typeof input === 'function';
  const source = isFunction ? 'the function `credentials`' : 'the option `credentials`';
  const keys: unknown = isFunction ? await input({ forceRefresh: context.refresh }) : input;
  if (typeof keys !== 'object' || keys === null) {
    const must = `${source} must ${isFunction ? 'return' : 'be'} { accessKeyId, secretAccessKey }`;
    const message = `${must}, not ${keys === null ? 'null' : `a ${typeof keys}`}.`;
    throw new ConfigurationError({ message, outcome: 'not-sent' });
  }
  const { accessKeyId, secretAccessKey, sessionToken, expiration } = Object(keys) as AwsCredentials;
  const secret = join([accessKeyId, secretAccessKey, sessionToken], source);
  return { secret, source, ...(expiration === undefined ? {} : { expiresAt: expiration }) };
}

async function keysOfEnvironment(context: CredentialContext): Promise<Credential | undefined> {
  const found = await Promise.all(names.map((name) => fromEnv(name).load(context)));
  if (found[0] === undefined) return undefined;
  const source = `environment variables ${names[0]} and ${names[1]}`;
  const values = found.map((credential) => credential?.secret.reveal());
  return { secret: join(values, source), source };
}

function join(values: readonly unknown[], source: string): Secret {
  const [id, key, token] = values;
  const isText = (value: unknown) => typeof value === 'string' && /^[\x21-\x7e]+$/.test(value);
  if (isText(id) && isText(key) && (token === undefined || isText(token)))
    return new Secret(values.filter((value) => value !== undefined).join(' '));
  throw new CredentialError({
    message: `The AWS keys are incomplete: ${source} must have an access key id and a secret access key.`,
  });
}

/** Signs with what {@link loadKeys} made. */
export async function signWithKeys(
  target: AuthTarget,
  keys: string,
  region: string | undefined,
): Promise<void> {
  if (region === undefined)
    throw new ConfigurationError({
      message: 'ses() needs a region: set the option `region` or the environment variable AWS_REGION.',
    });
  const [accessKeyId = '', secretAccessKey = '', sessionToken] = keys.split(' ');
  await signRequest(target, { accessKeyId, secretAccessKey, sessionToken }, { region, service: 'ses' });
}

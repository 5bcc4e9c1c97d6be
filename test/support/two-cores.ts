/**
 * A program that gives parts of one core to another.
 *
 * @param one - The specifier of a core.
 * @param other - The specifier of the other one.
 */
export const typedProgram = (one: string, other: string) => `
import * as one from '${one}';
import * as other from '${other}';

const secret: one.Secret = new other.Secret('key');
const back: other.Secret = secret;
const found = other.credentialChain(other.fromEnv('ACME_API_KEY'), other.fromValue(back));
const service: one.ServiceDefinition = {
  name: 'acme',
  baseUrl: 'https://acme.example',
  auth: other.bearerAuth(),
  credential: other.cachedCredential(found),
  limits: [other.perMinute(100)],
};
const limiter: one.MemoryLimiter = other.createLimiter({ limits: [one.perSecond(5)] });
const getThing = other.defineOperation({
  name: 'thing.get',
  safety: 'read',
  encode: (id: string) => ({ method: 'GET', path: '/{id}', params: { id } }),
});
const client: other.ServiceClient = one.createServiceClient(service, { limiter, retry: false });
export const call = client.execute(getThing, 'a');
export const isTyped = (error: other.OrgError): one.OrgError => error;
export const text = one.Secret.isInstance(secret) ? secret.reveal() : undefined;
`;

/** The compiler options of a strict program. */
export const strictOptions = {
  target: 'es2023',
  lib: ['es2023', 'dom', 'dom.iterable'],
  module: 'nodenext',
  strict: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: true,
  types: [],
};

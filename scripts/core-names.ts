// The names of core that each product passes on, so that one package is enough (decision 11). `pnpm api`
// writes them into the products' entries; a guard compares.
import { readFileSync, writeFileSync } from 'node:fs';
import { root as repository } from './package-entries.ts';

/** What a first program names: what calls take, answer and throw. */
const types = ['CallOptions', 'ClientEvent', 'CredentialInput', 'Outcome', 'RetryOptions', 'WithResponse'];
const errors = [
  'AbortedError',
  'AuthenticationError',
  'BadRequestError',
  'CircuitOpenError',
  'ClosedError',
  'ConfigurationError',
  'ConflictError',
  'CredentialError',
  'HookError',
  'InvalidInputError',
  'isOrgError',
  'NetworkError',
  'NotFoundError',
  'OrgError',
  'PayloadTooLargeError',
  'PermissionError',
  'QuotaExceededError',
  'RateLimitError',
  'RedirectError',
  'RequestBodyError',
  'ResponseFormatError',
  'ResponseTooLargeError',
  'ServerError',
  'ThrottleRejectedError',
  'TimeoutError',
  'UnsupportedError',
];

interface CoreNames {
  readonly types: readonly string[];
  readonly values: readonly string[];
}

const root: CoreNames = { types, values: [...errors, 'withResponse'] };

/** What options are made of: credentials, limits, and what listens. */
const engineTypes = [
  'Constraint',
  'CredentialInput',
  'CredentialSource',
  'EventListener',
  'Hooks',
  'Limiter',
  'MemoryLimiter',
];
const credentials = ['cachedCredential', 'credentialChain', 'fromEnv', 'fromFile', 'fromValue', 'Secret'];
const limits = [
  'tokenBucket',
  'combineLimiters',
  'maxConcurrency',
  'createLimiter',
  'perMinute',
  'perSecond',
  'perWindow',
];
const placements = ['basicAuth', 'bearerAuth', 'headerKey', 'noAuth', 'queryKey', 'requestSigner'];

const engine: CoreNames = { types: engineTypes, values: [...credentials, ...limits] };
const withPlacements: CoreNames = {
  types: ['Auth', ...engineTypes],
  values: [...engine.values, ...placements],
};

/**
 * The entries that pass names on. The realtime server signs its requests, so it takes no placement of a
 * key.
 */
export const passedOn: Readonly<Record<string, CoreNames>> = {
  'packages/email/src/index.ts': root,
  'packages/email/src/engine.ts': withPlacements,
  'packages/routing/src/index.ts': root,
  'packages/routing/src/engine.ts': withPlacements,
  'packages/realtime/src/server/index.ts': root,
  'packages/realtime/src/engine.ts': engine,
};

const statement = (kind: 'type ' | '') => new RegExp(`^export ${kind}\\{([^}]*)\\} from '@org/core';$`, 'm');

/** The formatter's order: letter by letter, a capital before its small letter. */
const sortKey = (name: string) =>
  name.replace(/./g, (letter) => letter.toLowerCase() + (letter === letter.toUpperCase() ? 0 : 1));

function exportOf(kind: 'type ' | '', names: readonly string[]): string {
  const sorted = [...names].sort((left, right) => (sortKey(left) < sortKey(right) ? -1 : 1));
  return `export ${kind}{\n${sorted.map((name) => `  ${name},\n`).join('')}} from '@org/core';`;
}

/** The entry's text with exactly these names of core. */
export function withCoreNames(text: string, names: CoreNames): string {
  return text
    .replace(statement('type '), () => exportOf('type ', names.types))
    .replace(statement(''), () => exportOf('', names.values));
}

export function writeCoreNames(): void {
  for (const [path, names] of Object.entries(passedOn)) {
    const text = readFileSync(`${repository}${path}`, 'utf8');
    const next = withCoreNames(text, names);
    if (next !== text) writeFileSync(`${repository}${path}`, next);
  }
}

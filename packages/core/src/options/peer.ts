import { ConfigurationError } from '../errors/caller-errors.ts';

/** An optional package that a feature needs, see {@link requirePeer}. @public */
export interface Peer {
  /** Begins the sentence of the error: `smtp()`. */
  readonly feature: string;
  /** The name in the registry. */
  readonly name: string;
  /** The oldest version that the feature works with, in three numbers. */
  readonly from: string;
}

/**
 * Refuses an older version of a package than the feature needs. @public
 *
 * @throws ConfigurationError that names both versions
 */
export function requirePeer(peer: Peer, version: string): void {
  if (compareVersions(version, peer.from) < 0) throw peerError(peer, version);
}

/**
 * The error for a package that is missing, too old, or does not load. @public
 *
 * @param version - the installed version; `undefined` when there is none, or it is unknown
 * @param cause - the error of its import; without one, an older version was imported
 */
export function peerError(peer: Peer, version?: string, cause?: unknown): ConfigurationError {
  const found = version ?? (cause === undefined ? 'an older version' : undefined);
  const isOld = found !== undefined && compareVersions(found, peer.from) < 0;
  const state = found === undefined ? 'which is not installed' : `and ${found} is installed`;
  const reason = cause instanceof Error ? `, but did not load: ${cause.message}` : ', but did not load';
  const advice = found === undefined || isOld ? `: ${install(peer)}` : reason;
  return new ConfigurationError({ message: `${need(peer)}, ${state}${advice}`, outcome: 'not-sent', cause });
}

/** A sentence: `smtp() needs nodemailer 10.6 or later: npm install …`. @public */
export function peerAdvice(peer: Peer): string {
  return `${need(peer)}: ${install(peer)}`;
}

/** `10.6.0` is `10.6`. */
const need = ({ feature, name, from }: Peer) =>
  `${feature} needs ${name} ${from.replace(/(?:\.0){1,2}$/, '')} or later`;

const install = ({ name, from }: Peer) => `npm install ${name}@^${from}`;

/**
 * The version of a package that a module sees, from its manifest. `undefined` outside of Node, for a package
 * that is not installed, and for one that hides its manifest. @public
 *
 * @param from - `import.meta.url` of the module
 */
export function installedVersion(name: string, from: string): string | undefined {
  try {
    // Not imported: bundlers for browsers find no `node:module`.
    const { createRequire } = process.getBuiltinModule('node:module');
    return createRequire(from)(`${name}/package.json`).version;
  } catch {
    return undefined;
  }
}

/** Compares the numbers alone: a pre-release counts as its release. */
function compareVersions(version: string, other: string): number {
  const [own, others] = [version, other].map((text) =>
    text.split('.').map((part) => Number.parseInt(part, 10) || 0),
  );
  for (let place = 0; place < 3; place += 1) {
    const difference = (own?.[place] ?? 0) - (others?.[place] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

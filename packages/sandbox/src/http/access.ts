import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { isLoopbackHost } from './origin.ts';
import { createSelfSignedCertificate, type SelfSignedCertificate } from './self-signed-certificate.ts';

/** Where the servers of one sandbox listen, and who may ask. */
export interface Access {
  /** The address to listen on. */
  readonly host: string;
  /** The host in the URLs that the sandbox gives away: `sandbox`, `[::1]`. */
  readonly name: string;
  /** Names of this machine beside the loopback ones, in lower case. */
  readonly allowedHosts: readonly string[];
  /** Other machines can connect. */
  readonly isOpen: boolean;
  /** For TLS beside plain text on each port of HTTP; `undefined` for plain text only. */
  readonly certificate: SelfSignedCertificate | undefined;
}

/** The default: this machine only. */
export const localAccess: Access = {
  host: '127.0.0.1',
  name: '127.0.0.1',
  allowedHosts: [],
  isOpen: false,
  certificate: undefined,
};

/** The options of a start that say who may ask. */
export interface AccessOptions {
  readonly host?: string | undefined;
  readonly allowedHosts?: readonly string[] | undefined;
  readonly tls?: boolean | undefined;
}

/** @throws {TypeError} for a host that is none, and for allowed hosts with a scheme or a port */
export function readAccess({ host: given = '127.0.0.1', allowedHosts = [], tls }: AccessOptions): Access {
  const host = typeof given === 'string' ? bareHost(given) : given;
  if (typeof host !== 'string' || (isIP(host) === 0 && !namePattern.test(host)))
    throw new TypeError(
      `host must be an address or a name of this machine, such as 0.0.0.0, not "${given}".`,
    );
  const names = allowedHosts.map((name) => {
    if (typeof name === 'string' && namePattern.test(name)) return name.toLowerCase();
    throw new TypeError(
      `allowedHosts must be names without scheme and port, such as sandbox, not "${name}".`,
    );
  });
  const own = isIP(host) === 6 ? `[${host}]` : host;
  const isEverywhere = host === '0.0.0.0' || host === '::';
  return {
    host,
    name: names[0] ?? (isEverywhere ? '127.0.0.1' : own),
    allowedHosts: isIP(host) === 0 ? [...names, host.toLowerCase()] : names,
    isOpen: !isLoopbackHost(own),
    certificate: tls ? certify(isEverywhere ? [...names, ...listAddresses()] : [...names, host]) : undefined,
  };
}

/** `::1` of `[::1]`: outside of URLs, addresses have no brackets. */
export const bareHost = (name: string): string => /^\[([0-9a-f:.]+)\]$/i.exec(name)?.[1] ?? name;

/** Browsers and operating systems refuse certificates for more than 398 days. */
const certify = (names: readonly string[]) => createSelfSignedCertificate(Date.now(), { names, days: 397 });

function listAddresses(): readonly string[] {
  const found = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  // An address of one link has the name of this machine's interface.
  return found.map(({ address }) => address).filter((address) => !address.startsWith('fe80:'));
}

const namePattern = /^[a-z\d_](?:[a-z\d._-]{0,252})$/i;

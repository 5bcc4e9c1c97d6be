import type { Socket } from 'node:net';
import type { Runtime } from '@org/core';
import type { SmtpRelay } from '../presets/relays.ts';
import { refuse } from './checks.ts';
import type { SmtpDkimOptions, SmtpProxyOptions } from './options.ts';

export type Signer = (mail: Uint8Array, signal: AbortSignal) => Promise<Uint8Array>;

/** Connects to the relay through a proxy. An abort destroys the connection. */
export type OpenTunnel = (
  relay: { readonly host: string; readonly port: number },
  signal: AbortSignal,
) => Promise<Socket>;

export interface SmtpProxy extends SmtpProxyOptions {
  readonly place: { readonly protocol: string; readonly host: string; readonly port: number };
}

/** Reads the options that not every program has. */
export interface SmtpReaders {
  readonly readDkim?: (given: SmtpDkimOptions) => SmtpDkimOptions;
  readonly readProxy?: (given: string | SmtpProxyOptions) => SmtpProxy;
  readonly relays?: Readonly<Record<string, SmtpRelay>>;
}

export interface SmtpTools {
  readonly createSigner?: (keys: readonly SmtpDkimOptions[], runtime: Runtime) => Signer;
  readonly openTunnels?: (proxy: SmtpProxy, runtime: Runtime) => OpenTunnel;
}

/** @throws ConfigurationError for the option of a part that a light program does not have */
export function requirePart<Reader>(reader: Reader | undefined, option: string): Reader {
  if (reader !== undefined) return reader;
  throw refuse(
    `${option} needs a part: import { ${option} } from '@org/email/smtp/send'; smtp({ …, use: ${option} })`,
  );
}

import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { ConfigurationError, OrgError } from '@org/core';

/** Why the embedded engine cannot be used here. */
export type EngineUnavailableCode =
  | 'engine-package-missing'
  | 'engine-platform-unsupported'
  | 'engine-tiles-missing'
  | 'map-missing'
  | 'map-unreadable'
  | 'tile-build-failed';

/** The error to throw, with its reason as `providerCode`; the message says what to do. */
export function engineUnavailable(
  providerCode: EngineUnavailableCode,
  message: string,
  options?: { readonly cause: unknown },
): OrgError {
  const fields = { message, provider: 'embedded', providerCode, outcome: 'not-sent' as const, ...options };
  return providerCode === 'tile-build-failed' ? new OrgError(fields) : new ConfigurationError(fields);
}

const enginePackage = '@valhallajs/valhallajs';

const missingPackage = `The embedded engine needs the optional package ${enginePackage} (280 MB). Install it: npm install ${enginePackage}@3.6.1.`;

/** Whether the embedded engine can run here. */
export interface PlatformSupport {
  /** The engine can run here. */
  readonly supported: boolean;
  /** Why not, and what to do about it, in a sentence or two. */
  readonly reason?: string;
  /** Version of the engine, when it is supported. */
  readonly version?: string;
}

/** Whether the engine can run on this machine, and if not, why. Loads nothing. */
export function platformSupport(): PlatformSupport {
  const entry = findPackage();
  const reason = unsupportedPlatform() ?? (entry === undefined ? missingPackage : undefined);
  if (reason !== undefined || entry === undefined)
    return { supported: false, reason: reason ?? missingPackage };
  // By its path: the package's `exports` do not let its manifest out.
  const { version } = fromHere()(join(dirname(entry), 'package.json')) as { version: string };
  return { supported: true, version };
}

/** Folder with the engine's programs for this machine. Throws when there is none. */
export function engineBinaryDirectory(): string {
  const reason = unsupportedPlatform();
  if (reason !== undefined) throw engineUnavailable('engine-platform-unsupported', reason);
  const entry = findPackage();
  if (entry === undefined) throw engineUnavailable('engine-package-missing', missingPackage);
  return join(dirname(entry), process.platform, process.arch);
}

/** What this folder uses of the package. Its own types are `Record<string, any>` throughout. */
export interface NativeActor {
  readonly [method: string]: (request: string) => Promise<string>;
}

/** Loads the native binding, once it is sure that there is one. */
export async function importEngine(): Promise<{ Actor: new (config: string) => NativeActor }> {
  engineBinaryDirectory();
  try {
    // Not a literal: the package is optional, and neither a bundler nor the type checker should insist on it.
    const name: string = enginePackage;
    return await import(name);
  } catch (cause) {
    const message = `The embedded engine did not load: ${cause instanceof Error ? cause.message : String(cause)}`;
    throw engineUnavailable('engine-platform-unsupported', message, { cause });
  }
}

const fromHere = () => createRequire(import.meta.url);

function findPackage(): string | undefined {
  try {
    return fromHere().resolve(enginePackage);
  } catch {
    return undefined;
  }
}

const supportedPlatforms = ['linux-x64', 'linux-arm64', 'darwin-arm64'];

function unsupportedPlatform(): string | undefined {
  const platform = `${process.platform}-${process.arch}`;
  if (!supportedPlatforms.includes(platform)) {
    return `The embedded engine has no build for ${platform}; it runs on ${supportedPlatforms.join(', ')}. Use the valhalla() driver with a server instead.`;
  }
  if (process.platform === 'linux' && !hasGlibc()) {
    return 'The embedded engine needs glibc 2.27 or newer; this system (Alpine?) uses another C library. Use a Debian-based image, or the valhalla() driver with a server.';
  }
  return undefined;
}

function hasGlibc(): boolean {
  const report = process.report.getReport() as { header?: { glibcVersionRuntime?: string } };
  return report.header?.glibcVersionRuntime !== undefined;
}

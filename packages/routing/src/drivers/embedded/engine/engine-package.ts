import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { ConfigurationError, OrgError } from '@org/core';
import { optionKinds, refuseUnknown } from '@org/core/basics';

/** Why the embedded engine cannot be used. */
export type EngineUnavailableCode =
  | 'engine-package-missing'
  | 'engine-platform-unsupported'
  | 'engine-tiles-missing'
  | 'engine-tiles-damaged'
  | 'engine-not-started'
  | 'map-missing'
  | 'map-unreadable'
  | 'map-without-borders'
  | 'tile-build-failed';

/** The error with its reason as `providerCode`. */
export function engineUnavailable(
  providerCode: EngineUnavailableCode,
  message: string,
  options?: { readonly cause: unknown },
): OrgError {
  const fields = { message, provider: 'embedded', providerCode, outcome: 'not-sent' as const, ...options };
  return providerCode === 'tile-build-failed' ? new OrgError(fields) : new ConfigurationError(fields);
}

const enginePackage = '@valhallajs/valhallajs';
/** Exactly: its programs and their tiles change between releases. */
export const engineVersion = '3.6.1';

const missingPackage =
  `The embedded engine needs the optional package ${enginePackage} (280 MB). ` +
  `Install it: npm install ${enginePackage}@${engineVersion}.`;

/** Whether the embedded engine can run here. */
export interface PlatformSupport {
  /** The engine can run here. */
  readonly supported: boolean;
  /** Why not, and what to do. */
  readonly reason?: string;
  /** The `providerCode` of that reason: the package can be installed, a platform cannot. */
  readonly code?: 'engine-package-missing' | 'engine-platform-unsupported';
  /** Version of the engine, if it is supported. */
  readonly version?: string;
}

/** Where the engine's package may be, besides the packages around this one. */
export interface EnginePlace {
  /** A folder of a project. Its package of the engine is used where this package finds none. */
  readonly engineFrom?: string | undefined;
}

/** Whether the engine can run on this machine, and the reason if it cannot. Loads nothing. */
export function platformSupport(place?: EnginePlace): PlatformSupport {
  refuseUnknown(place, { engineFrom: optionKinds.text }, 'platformSupport()');
  const unsupported = unsupportedPlatform();
  if (unsupported !== undefined)
    return { supported: false, reason: unsupported, code: 'engine-platform-unsupported' };
  const entry = findPackage(place);
  if (entry === undefined)
    return { supported: false, reason: missingPackage, code: 'engine-package-missing' };
  // By its path: the package's `exports` do not include its manifest.
  const { version } = JSON.parse(readFileSync(join(dirname(entry), 'package.json'), 'utf8'));
  return { supported: true, version };
}

/** Folder with the engine's programs for this machine. Throws if there is none. */
export function engineBinaryDirectory(place?: EnginePlace): string {
  return join(dirname(enginePackagePath(place)), process.platform, process.arch);
}

/** The file that loads the native binding. Throws if the package or a build for this machine is missing. */
export function enginePackagePath(place?: EnginePlace): string {
  const reason = unsupportedPlatform();
  if (reason !== undefined) throw engineUnavailable('engine-platform-unsupported', reason);
  const entry = findPackage(place);
  if (entry === undefined) throw engineUnavailable('engine-package-missing', missingPackage);
  return entry;
}

/** The used part of the package, whose own types are `Record<string, any>`. */
export interface NativeActor {
  readonly [method: string]: (request: string) => Promise<string>;
}

/** Loads the native binding. */
export async function importEngine(): Promise<{ Actor: new (config: string) => NativeActor }> {
  engineBinaryDirectory();
  try {
    // Not a literal: the package is optional, for bundlers and for the type checker too.
    const name: string = enginePackage;
    return await import(name);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    const message = `The embedded engine did not load: ${reason}`;
    throw engineUnavailable('engine-platform-unsupported', message, { cause });
  }
}

function findPackage({ engineFrom }: EnginePlace = {}): string | undefined {
  const found = resolveFrom(import.meta.url);
  return found ?? (engineFrom === undefined ? undefined : resolveFrom(join(engineFrom, 'package.json')));
}

function resolveFrom(file: string): string | undefined {
  try {
    return createRequire(file).resolve(enginePackage);
  } catch {
    return undefined;
  }
}

const supportedPlatforms = ['linux-x64', 'linux-arm64', 'darwin-arm64'];

function unsupportedPlatform(): string | undefined {
  const platform = `${process.platform}-${process.arch}`;
  if (!supportedPlatforms.includes(platform)) {
    return (
      `The embedded engine has no build for ${platform}; it runs on ${supportedPlatforms.join(', ')}. ` +
      'Use the valhalla() driver with a server instead.'
    );
  }
  if (process.platform === 'linux' && !hasGlibc()) {
    return (
      'The embedded engine needs glibc 2.27 or newer; this system (Alpine?) uses another C library. ' +
      'Use a Debian-based image, or the valhalla() driver with a server.'
    );
  }
  return undefined;
}

function hasGlibc(): boolean {
  const report = process.report.getReport() as { header?: { glibcVersionRuntime?: string } };
  return report.header?.glibcVersionRuntime !== undefined;
}

import { subscribe } from 'node:diagnostics_channel';
import { readEnvironment } from '../credentials/platform.ts';
import { wrongOption } from '../errors/wrong-option.ts';
import { channelNames } from '../observe/channels.ts';
import type { ClientEvent } from '../observe/events.ts';
import type { LogLevel } from './level.ts';

// Channels serve the whole process: another copy of this package in it must not print each line again.
const started = Symbol.for('@org/core/log');
const variable = 'ORG_LOG';

interface Platform {
  [started]?: boolean;
  readonly Deno?: {
    readonly permissions?: { querySync(of: { name: 'env'; variable: string }): { readonly state: string } };
  };
}

/**
 * `ORG_LOG=debug` prints the events of all clients on stderr, a line each. The code of the lines loads only
 * then.
 *
 * @throws ConfigurationError for another level than debug, info and warn
 */
export function logByEnvironment(): void {
  const platform = globalThis as Platform;
  if (platform[started] || !isReadable(platform)) return;
  const level = readEnvironment(variable)?.trim();
  if (level === undefined || level === '') return;
  if (!/^(?:debug|info|warn)$/.test(level)) throw wrongOption('ORG_LOG must be "debug", "info" or "warn".');
  platform[started] = true;
  const write = (line: string) => process.stderr.write(`${line}\n`);
  const log = import('./log-to.ts').then(({ logTo }) => logTo(write, { level: level as LogLevel }));
  for (const name of new Set(Object.values(channelNames)))
    subscribe(name, (event) => void log.then((print) => print(event as ClientEvent)));
}

/** Deno would ask the user for the permission to read a variable. */
function isReadable({ Deno }: Platform): boolean {
  if (Deno === undefined) return true;
  return Deno.permissions?.querySync({ name: 'env', variable }).state === 'granted';
}

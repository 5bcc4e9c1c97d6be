import { subscribe } from 'node:diagnostics_channel';
import { readEnvironment } from '../credentials/platform.ts';
import { wrongOption } from '../errors/wrong-option.ts';
import { channelNames } from '../observe/channels.ts';
import type { ClientEvent } from '../observe/events.ts';
import type { LogLevel } from './level.ts';
import { levels, logTo } from './log-to.ts';

// Channels serve the whole process: another copy of this package in it must not print each line again.
const started = Symbol.for('@org/core/log');

/**
 * `ORG_LOG=debug` prints the events of all clients on stderr, a line each.
 *
 * @throws ConfigurationError for another level than debug, info and warn
 */
export function logByEnvironment(): void {
  const flags = globalThis as { [started]?: boolean };
  if (flags[started]) return;
  const level = readEnvironment('ORG_LOG')?.trim();
  if (level === undefined || level === '') return;
  if (!levels.includes(level as LogLevel)) throw wrongOption('ORG_LOG must be "debug", "info" or "warn".');
  flags[started] = true;
  const log = logTo((line) => process.stderr.write(`${line}\n`), { level: level as LogLevel });
  for (const name of new Set(Object.values(channelNames)))
    subscribe(name, (event) => log(event as ClientEvent));
}

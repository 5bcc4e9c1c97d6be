import { wrongOption } from '../errors/wrong-option.ts';
import type { ClientEvent, EventListener } from '../observe/events.ts';
import { meantOption } from '../options/meant-option.ts';
import { type OptionNames, refuseUnknown } from '../options/refuse-unknown.ts';
import { describeEvent } from './describe-event.ts';
import { decideLevel, type LogLevel } from './level.ts';

const logNames: OptionNames<LogOptions> = { level: 0, fields: 0 };

/** A logger with these methods: `console`, and those of pino, winston, bunyan and most others. @public */
export type Logger = Readonly<Record<LogLevel, (...words: never[]) => unknown>>;

/** Options of `logTo()`. @public */
export interface LogOptions {
  /**
   * The lowest level to log.
   *
   * @defaultValue `info`, or `debug` for a function, which usually has its own switch
   */
  readonly level?: LogLevel | undefined;
  /**
   * Passes the event object before the line (pino, bunyan) or after it (winston, `console`).
   *
   * @defaultValue the event is not passed
   */
  readonly fields?: 'first' | 'last' | undefined;
}

/**
 * A listener that writes each event as one line: `onEvent: logTo(console)`. It accepts a logger, or a
 * function that takes a line, like those of the `debug` package.
 *
 * - `warn`: a failed call, a retry after throttling, an exhausted quota.
 * - `info`: other retries, refreshed credentials, waits of a second or more.
 * - `debug`: everything else.
 *
 * No line contains secrets, personal data, or a line break. @public
 *
 * @example
 * ```ts
 * const client = createServiceClient(service, { onEvent: logTo(pino(), { fields: 'first' }) });
 * ```
 *
 * @throws ConfigurationError for an invalid logger, `level` or `fields`
 */
export function logTo(logger: Logger | ((line: string) => unknown), options: LogOptions = {}): EventListener {
  refuseUnknown(options, logNames, 'logTo()', meantOption);
  const { fields } = options;
  if (fields !== undefined && fields !== 'first' && fields !== 'last')
    throw wrongOption('fields must be "first" or "last".');
  const write = isLogger(logger) ? undefined : logger;
  if (!isLogger(logger) && typeof write !== 'function')
    throw wrongOption('logger must have the methods debug, info and warn, or be a function.');
  const level = options.level ?? (write ? 'debug' : 'info');
  if (!levels.includes(level)) throw wrongOption('level must be "debug", "info" or "warn".');
  const minimum = levels.indexOf(level);
  return (event: ClientEvent) => {
    const own = decideLevel(event);
    if (levels.indexOf(own) < minimum) return;
    const line = describeEvent(event);
    const words = fields === 'first' ? [event, line] : fields === 'last' ? [line, event] : [line];
    if (write) (write as (...words: unknown[]) => unknown)(...words);
    // Called as a method: many loggers need `this`.
    else (logger as Record<LogLevel, (...words: unknown[]) => unknown>)[own](...words);
  };
}

const levels: readonly LogLevel[] = ['debug', 'info', 'warn'];

/** Checks methods first: some loggers are functions, too. */
function isLogger(logger: Logger | ((line: string) => unknown)): logger is Logger {
  return levels.every((level) => typeof (logger as Partial<Logger> | undefined)?.[level] === 'function');
}

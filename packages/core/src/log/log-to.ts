import { wrongOption } from '../errors/wrong-option.ts';
import type { ClientEvent, EventListener } from '../observe/events.ts';
import { describeEvent } from './describe-event.ts';
import { decideLevel, type LogLevel } from './level.ts';

/** A logger with these methods: `console`, and those of pino, winston, bunyan and most others. @public */
export type Logger = Readonly<Record<LogLevel, (...words: never[]) => unknown>>;

/** What `logTo()` takes beside the logger. @public */
export interface LogOptions {
  /** The least that is told. @defaultValue `info`, or `debug` for a function, which is usually switched on for its own sake */
  readonly level?: LogLevel | undefined;
  /** Where the event itself goes: before the line (pino, bunyan), after it (winston, `console`), or nowhere. @defaultValue nowhere */
  readonly fields?: 'first' | 'last' | undefined;
}

/**
 * A listener that writes each event as one line: `onEvent: logTo(console)`. For a logger, or for a function that takes a line, like those of the
 * `debug` package. A warning is a call that failed, a retry because the service asked to slow down, and a quota that is used up; other retries, replaced
 * credentials and waits of a second or more are worth an `info`; everything else is `debug`. No line holds anything secret or personal, or more than one line.
 *
 * @example
 * ```ts
 * const client = createServiceClient(service, { onEvent: logTo(pino(), { fields: 'first' }) });
 * ```
 *
 * @throws ConfigurationError for what is no logger, and for a level or a place of fields that is none
 * @public
 */
export function logTo(logger: Logger | ((line: string) => unknown), options: LogOptions = {}): EventListener {
  const { fields } = options;
  if (fields !== undefined && fields !== 'first' && fields !== 'last')
    throw wrongOption('fields must be "first" or "last".');
  const write = isLogger(logger) ? undefined : logger;
  if (!isLogger(logger) && typeof write !== 'function')
    throw wrongOption('logger must have the methods debug, info and warn, or be a function.');
  const level = options.level ?? (write ? 'debug' : 'info');
  if (!levels.includes(level)) throw wrongOption('level must be "debug", "info" or "warn".');
  const least = levels.indexOf(level);
  return (event: ClientEvent) => {
    const own = decideLevel(event);
    if (levels.indexOf(own) < least) return;
    const line = describeEvent(event);
    const words = fields === 'first' ? [event, line] : fields === 'last' ? [line, event] : [line];
    if (write) (write as (...words: unknown[]) => unknown)(...words);
    // As a method: many loggers need their `this`.
    else (logger as Record<LogLevel, (...words: unknown[]) => unknown>)[own](...words);
  };
}

const levels: readonly LogLevel[] = ['debug', 'info', 'warn'];

/** Some loggers are functions too. */
function isLogger(logger: Logger | ((line: string) => unknown)): logger is Logger {
  return levels.every((level) => typeof (logger as Partial<Logger> | undefined)?.[level] === 'function');
}

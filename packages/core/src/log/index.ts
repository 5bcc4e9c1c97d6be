export type { LogLevel } from './level.ts';
export { type Logger, type LogOptions, logTo } from './log-to.ts';

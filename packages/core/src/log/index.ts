export type { LogLevel } from './level.ts';
export type { Logger, LogOptions } from './log-to.ts';
export { logTo } from './log-to.ts';

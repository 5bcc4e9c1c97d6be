export { type Logger, logTo } from './log-to.ts';

export type { Instrumentation, OperationObserver } from '../observe/instrumentation.ts';
export type { InstrumentOptions } from './instrument.ts';
export { instrument } from './instrument.ts';

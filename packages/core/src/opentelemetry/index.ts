export type { Instrumentation, OperationObserver } from '../observe/instrumentation.ts';
export { type InstrumentOptions, instrument } from './instrument.ts';

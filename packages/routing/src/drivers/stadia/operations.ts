export { operationsOf } from '../valhalla/operations.ts';
export { classify } from './wire.ts';

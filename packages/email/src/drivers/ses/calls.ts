// What calls need, in one file when it is built.
export { createOperations } from './operations.ts';
export { steps } from './steps.ts';

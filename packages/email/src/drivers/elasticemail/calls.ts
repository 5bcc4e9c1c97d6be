// What calls need, in one file when it is built.
export { classify, operations } from './operations.ts';
export { steps } from './steps.ts';

/** The code of HTTP calls. It loads with the first one: an import of the package does not wait for it. */
export { openTransport } from '#transport';
export { execute } from './execute.ts';
export { httpExecutor } from './http-executor.ts';
export { runComposite } from './run-composite.ts';

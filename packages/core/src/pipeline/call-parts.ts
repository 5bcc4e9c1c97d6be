/** What only calls need: loaded with the first one, so that an import of the package does not wait for it. */
export type CallParts = typeof import('./call-parts.ts');

export { execute } from './execute.ts';
export { httpExecutor } from './http-executor.ts';
export { runComposite } from './run-composite.ts';

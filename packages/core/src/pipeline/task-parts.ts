/** What calls of tasks need: loaded with the first one. Nothing of HTTP is in it. */
export { execute } from './execute.ts';
export { runComposite } from './run-composite.ts';

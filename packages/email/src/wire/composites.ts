import { type CompositeContext, type CompositeOperation, defineComposite, type Safety } from '@org/core';
import { namedOperation, type OperationTable, type OperationTypesOf } from '@org/core/driver';

/** Runs requests of a table by their names, as parts of one call. @public */
export interface RequestCall<Table extends OperationTable> {
  <Name extends keyof Table & string>(
    name: Name,
    input: OperationTypesOf<Table>[Name]['input'],
  ): Promise<OperationTypesOf<Table>[Name]['output']>;
  /** The context of the call. */
  readonly context: CompositeContext;
}

/** Operations made of several requests, by name. @public */
export type Steps = Readonly<Record<string, (input: never, call: never) => Promise<unknown>>>;

/** The operations that {@link composites} makes. @public */
export type CompositesOf<Table> = {
  readonly [Name in keyof Table & string]: Table[Name] extends (
    input: infer Input,
    ...rest: never
  ) => Promise<infer Output>
    ? CompositeOperation<Input, Output>
    : never;
};

/**
 * The operations of a driver that are made of several requests of its table: each step gets the input and a
 * function that runs a request by its name. The safety of an operation says what repeating the whole means.
 *
 * @example
 * const steps = {
 *   async 'template.create'(input: TemplateInput, call: RequestCall<typeof requests>) {
 *     return call('template.get', await call('template.draft', input));
 *   },
 * };
 * export const operations = { ...requests, ...composites(requests, steps, { 'template.create': 'unsafe' }) };
 *
 * @public
 */
export function composites<Table extends Steps>(
  requests: OperationTable,
  steps: Table,
  safeties: { readonly [Name in keyof Table]: Safety },
): CompositesOf<Table> {
  const made = Object.entries<Steps[string]>(steps).map(([name, step]) => {
    const run = (input: unknown, context: CompositeContext) =>
      step(input as never, callOf(requests, context) as never);
    return [name, defineComposite({ name, safety: safeties[name] ?? 'unsafe', run })];
  });
  return Object.fromEntries(made);
}

function callOf(requests: OperationTable, context: CompositeContext) {
  const call = (name: string, input: unknown) =>
    context.request(namedOperation(name, requests[name] as CompositeOperation<unknown, unknown>), input);
  return Object.assign(call, { context });
}

import { defineComposite, type Safety } from '@org/core';
import type { CompositeContext, CompositeOperation } from '@org/core/driver';
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

/** What operations of several requests do, by name. @public */
export type Programs = Readonly<Record<string, (input: never, call: never) => Promise<unknown>>>;

/** Programs by their safety, which says what repeating the whole means. @public */
export type ProgramsBySafety = { readonly [Name in Safety]?: Programs };

/** The programs of all groups in one table. */
type Joined<Groups> = {
  [Name in keyof Groups]: (table: Groups[Name]) => void;
}[keyof Groups] extends (table: infer Table) => void
  ? Table
  : never;

/** The operations that {@link composites} makes. @public */
export type CompositesOf<Groups extends ProgramsBySafety> = {
  readonly [Name in keyof Joined<Groups> & string]: Joined<Groups>[Name] extends (
    input: infer Input,
    ...rest: never
  ) => Promise<infer Output>
    ? CompositeOperation<Input, Output>
    : never;
};

/**
 * The operations of a driver that are made of several requests of its table: each program gets the input and
 * a function that runs a request by its name.
 *
 * @example
 * const requests = { 'template.draft': draft, 'template.get': get };
 * const programs = {
 *   unsafe: {
 *     async 'template.create'(input: TemplateInput, call: RequestCall<typeof requests>) {
 *       return call('template.get', await call('template.draft', input));
 *     },
 *   },
 * };
 * export const operations = { ...requests, ...composites(requests, programs) };
 *
 * @public
 */
export function composites<Groups extends ProgramsBySafety>(
  requests: OperationTable,
  programs: Groups,
): CompositesOf<Groups> {
  const made = Object.entries<Programs>(programs as Record<string, Programs>).flatMap(([safety, group]) =>
    Object.entries<Programs[string]>(group).map(([name, program]) => {
      const run = (input: unknown, context: CompositeContext) =>
        program(input as never, callOf(requests, context) as never);
      return [name, defineComposite({ name, safety: safety as Safety, run })];
    }),
  );
  return Object.fromEntries(made);
}

function callOf(requests: OperationTable, context: CompositeContext) {
  const call = (name: string, input: unknown) =>
    context.request(namedOperation(name, requests[name] as CompositeOperation<unknown, unknown>), input);
  return Object.assign(call, { context });
}

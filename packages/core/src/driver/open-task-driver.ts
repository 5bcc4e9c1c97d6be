import type { CallOptions } from '../call-options.ts';
import type { Operation } from '../operation.ts';
import { readCall } from '../option-rules.ts';
import { ownCopy } from '../options/own.ts';
import { createEngine, type OpenLimiter } from '../pipeline/engine.ts';
import type { Loadable } from '../pipeline/lazy-module.ts';
import type { Requestable, StartRequest } from '../pipeline/run-composite.ts';
import { type CallParts, startCall, startComposite } from '../pipeline/start-call.ts';
import type { TaskDriverDefinition, TaskOperation } from '../task.ts';
import type { Driver, DriverSession } from './driver.ts';
import { composed, findOperation } from './http-driver.ts';
import { type TaskJob, taskExecutor } from './task-executor.ts';

/** The operations of a task driver, by the name a client asks for. @public */
export type TaskTable = Readonly<Record<string, TaskOperation<never, unknown>>>;

/** What a table of task operations takes and gives. @public */
export type TaskTypesOf<Table> = {
  readonly [Name in keyof Table & string]: Table[Name] extends TaskOperation<infer Input, infer Output>
    ? { readonly input: Input; readonly output: Output }
    : never;
};

/** The parts that full and light task drivers have in their own way. */
export interface TaskKit {
  /** Opens the limiter of a client that was given none. */
  readonly openLimiter: OpenLimiter;
  readonly openParts: (provider: string) => Loadable<CallParts>;
}

export function taskDriverWith<Table extends TaskTable, Capabilities>(
  definition: TaskDriverDefinition<Table, Capabilities>,
  { openLimiter, openParts }: TaskKit,
): Driver<TaskTypesOf<Table>, Capabilities> {
  const { name: provider, capabilities } = definition;
  return {
    specVersion: 1,
    name: provider,
    capabilities,
    open(options): DriverSession<TaskTypesOf<Table>> {
      const engine = createEngine(ownCopy(definition), ownCopy(options), openLimiter);
      const parts = openParts(provider);
      const session = definition.open(engine.runtime);
      // To the pipeline a task is an operation whose executor differs.
      const find = (name: string) =>
        findOperation(provider, session.operations, name) as unknown as Operation<unknown, never>;
      let closing: Promise<void> | undefined;
      const start: StartRequest = (operation, input, options, parent) => {
        if ('isComposite' in operation)
          return startComposite(engine, parts, operation, input, options, start);
        const task = operation as unknown as TaskOperation<unknown, never>;
        const encode = (): TaskJob => {
          task.prepare?.(input);
          return { isCredentialRequired: true, operation: task, input };
        };
        return startCall(engine, parts, task, input, options, { encode, executor: taskExecutor }, parent);
      };
      const read = async <Input, Output>(
        entry: Requestable<Input, Output>,
        input: Input,
        callOptions: CallOptions = {},
      ) => {
        const { operation, options } = readCall(entry, callOptions);
        return start(operation, input, options);
      };
      return {
        execute: async (name, input, callOptions) => read(find(name), input, callOptions),
        compose: (call, options, run) => read(composed(call, find, run), undefined, options),
        close() {
          closing ??= engine.close().then(() => session.close?.());
          return closing;
        },
      };
    },
  };
}

import { ownCopy } from '../options/own.ts';
import { createEngine } from '../pipeline/engine.ts';
import { LazyModule } from '../pipeline/lazy-module.ts';
import { loadCallParts, startCall } from '../pipeline/start-call.ts';
import { TaskExecutor } from '../pipeline/task-executor.ts';
import type { TaskDriverDefinition, TaskOperation } from '../task.ts';
import type { Driver, DriverSession } from './driver.ts';
import { findOperation } from './http-driver.ts';

/** The operations of a task driver, by the name a client asks for. @public */
export type TaskTable = Readonly<Record<string, TaskOperation<never, unknown>>>;

/** What a table of task operations takes and gives. @public */
export type TaskTypesOf<Table> = {
  readonly [Name in keyof Table & string]: Table[Name] extends TaskOperation<infer Input, infer Output>
    ? { readonly input: Input; readonly output: Output }
    : never;
};

/** A driver for a service that is not HTTP, under the same loop as all others. @public */
export function taskDriver<Table extends TaskTable, Capabilities>(
  definition: TaskDriverDefinition<Table, Capabilities>,
): Driver<TaskTypesOf<Table>, Capabilities> {
  const { name: provider, capabilities } = definition;
  return {
    specVersion: 1,
    name: provider,
    capabilities,
    open(options): DriverSession<TaskTypesOf<Table>> {
      const engine = createEngine(ownCopy(definition), ownCopy(options));
      const parts = new LazyModule(engine.runtime, provider, loadCallParts);
      const session = definition.open(engine.runtime);
      let closing: Promise<void> | undefined;
      return {
        async execute(name, input, callOptions = {}) {
          const operation = findOperation(provider, session.operations, name) as TaskOperation<
            unknown,
            never
          >;
          const task = ownCopy(operation);
          return startCall(engine, parts, task, input, ownCopy(callOptions), {
            encode: () => task.prepare?.(input),
            open: () => new TaskExecutor(task, input),
          });
        },
        close() {
          closing ??= engine.close().then(() => session.close?.());
          return closing;
        },
      };
    },
  };
}

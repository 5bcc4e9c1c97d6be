import { type CallOptions, createRuntime } from '@org/core';
import {
  type Driver,
  type DriverSession,
  type EngineOptions,
  LazyModule,
  type OperationTypes,
} from '@org/core/driver';

/** Runs single operations of the driver, all under the options and the deadline of one call. @public */
export type StepCall<Operations extends OperationTypes> = <Name extends keyof Operations & string>(
  name: Name,
  input: Operations[Name]['input'],
) => Promise<Operations[Name]['output']>;

/** Operations made of several requests, by name. @public */
export type StepTable<Operations extends OperationTypes> = Readonly<
  Record<string, (input: never, call: StepCall<Operations>) => Promise<unknown>>
>;

type StepTypesOf<Steps> = {
  readonly [Name in keyof Steps & string]: Steps[Name] extends (
    input: infer Input,
    ...rest: never
  ) => Promise<infer Output>
    ? { readonly input: Input; readonly output: Output }
    : never;
};

/**
 * A driver with further operations, each made of several requests: one that creates a template and then its
 * content. The steps load with the first call that needs them.
 *
 * @example
 * withSteps(httpDriver({ … }), ['template.create'], () => import('./steps.ts'))
 *
 * @public
 */
export function withSteps<
  Operations extends OperationTypes,
  Capabilities,
  const Steps extends StepTable<Operations>,
>(
  driver: Driver<Operations, Capabilities>,
  names: readonly (keyof Steps & string)[],
  load: () => Promise<{ readonly steps: Steps }>,
): Driver<Omit<Operations, keyof Steps> & StepTypesOf<Steps>, Capabilities> {
  type All = Omit<Operations, keyof Steps> & StepTypesOf<Steps>;
  return {
    ...driver,
    open(options: EngineOptions): DriverSession<All> {
      const runtime = createRuntime(options.runtime);
      const session = driver.open(options);
      const lazy = new LazyModule(runtime, driver.name, load);
      const execute = async (
        name: string,
        input: unknown,
        callOptions: CallOptions = {},
      ): Promise<unknown> => {
        if (!names.some((own) => own === name)) return session.execute(name, input, callOptions);
        const { deadlineMs = options.deadlineMs ?? 120_000 } = callOptions;
        const endsAtMs = runtime.monotonic() + deadlineMs;
        const { steps } = lazy.loaded ?? (await lazy.load());
        const step = steps[name] as unknown as (
          input: unknown,
          call: StepCall<Operations>,
        ) => Promise<unknown>;
        return step(input, (step, stepInput) => {
          const remainingMs = Math.max(1, endsAtMs - runtime.monotonic());
          return session.execute(step, stepInput, { ...callOptions, deadlineMs: remainingMs });
        });
      };
      return { ...session, compose: undefined, execute: execute as DriverSession<All>['execute'] };
    },
  };
}

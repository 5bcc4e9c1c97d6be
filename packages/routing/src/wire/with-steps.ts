import { type CallOptions, createRuntime } from '@org/core';
import {
  type Driver,
  type DriverSession,
  type EngineOptions,
  LazyModule,
  type OperationTypes,
} from '@org/core/driver';

/** A call of an operation that is several requests. */
export interface SteppedCall<Operations extends OperationTypes> {
  readonly name: string;
  readonly input: unknown;
  readonly session: DriverSession<Operations>;
  readonly engineOptions: EngineOptions;
  readonly callOptions: CallOptions;
}

/**
 * A driver with further operations, each made of several requests: a job and its solution. Their code loads
 * with the first one.
 */
export function withSteps<Operations extends OperationTypes, Capabilities, All extends OperationTypes>(
  driver: Driver<Operations, Capabilities>,
  names: readonly (keyof All & string)[],
  load: () => Promise<{ runSteps(call: SteppedCall<Operations>): Promise<unknown> }>,
): Driver<All, Capabilities> {
  return {
    ...driver,
    open(engineOptions): DriverSession<All> {
      const session = driver.open(engineOptions);
      const lazy = new LazyModule(createRuntime(engineOptions.runtime), driver.name, load);
      const execute = async (
        name: string,
        input: unknown,
        callOptions: CallOptions = {},
      ): Promise<unknown> => {
        if (!names.includes(name)) return session.execute(name, input, callOptions);
        const { runSteps } = await lazy.load();
        return runSteps({ name, input, session, engineOptions, callOptions });
      };
      return { ...session, compose: undefined, execute: execute as DriverSession<All>['execute'] };
    },
  };
}

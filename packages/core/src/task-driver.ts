import type { CallOptions } from './call-options.ts';
import { type CredentialResolver, createCredentialResolver } from './credentials/resolver.ts';
import type { Credential } from './credentials/source.ts';
import type { Driver, DriverSession } from './driver.ts';
import { findOperation } from './http-driver.ts';
import { ownCopy } from './own.ts';
import type { Attempts } from './pipeline/attempts.ts';
import { runAttempt } from './pipeline/call.ts';
import { tellAttemptStart } from './pipeline/call-events.ts';
import { createEngine, type Engine } from './pipeline/engine.ts';
import { execute } from './pipeline/execute.ts';
import { namingSource, unusableCredential, wasRefused } from './pipeline/refused-credential.ts';
import { classifyTransportError } from './retry/transport-errors.ts';
import type { TaskDriverDefinition, TaskOperation } from './task.ts';

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
  const { name: provider, capabilities, credential, credentialOption: option } = definition;
  return {
    specVersion: 1,
    name: provider,
    capabilities,
    open(options): DriverSession<TaskTypesOf<Table>> {
      const engine = createEngine(ownCopy(definition), ownCopy(options));
      const { runtime } = engine;
      const session = definition.open(runtime);
      const credentials =
        credential === undefined
          ? undefined
          : createCredentialResolver(credential, { runtime, provider, option });
      return {
        async execute(name, input, callOptions = {}) {
          const operation = findOperation(provider, session.operations, name) as TaskOperation<
            unknown,
            never
          >;
          return runTask(engine, ownCopy(operation), input, ownCopy(callOptions), credentials);
        },
        async close() {
          await engine.close();
          await session.close?.();
        },
      };
    },
  };
}

function runTask<Input, Output>(
  engine: Engine,
  operation: TaskOperation<Input, Output>,
  input: Input,
  options: CallOptions,
  credentials: CredentialResolver | undefined,
): Promise<Output> {
  return execute(engine, operation, input, options, () => {
    operation.prepare?.(input);
    return taskAttempts(operation, input, credentials);
  });
}

function taskAttempts<Input, Output>(
  operation: TaskOperation<Input, Output>,
  input: Input,
  credentials: CredentialResolver | undefined,
): Attempts<Output> {
  const used = new Set<string>();
  let refused: Credential | undefined;
  return {
    async run(context) {
      const { call, attempt, signal, timeoutMs } = context;
      context.enter('credential');
      const credential = await credentials?.get(signal);
      if (credential) used.add(credential.secret.reveal());
      context.enter('headers');
      tellAttemptStart(call, attempt);
      const result = await runAttempt(call, attempt, () =>
        operation.run(input, { ...call.context(), requestId: call.requestId, signal, timeoutMs, credential }),
      );
      if (wasRefused(result)) refused = credential;
      return namingSource(result, credential);
    },
    classifyThrown: (error, phase) =>
      phase === 'credential' ? unusableCredential(error) : classifyTransportError(error),
    async refreshCredential(signal) {
      if (credentials === undefined || refused === undefined) return false;
      return (await credentials.refreshAfterRefusal(refused.secret, signal)) !== undefined;
    },
    secrets: () => [...used],
  };
}

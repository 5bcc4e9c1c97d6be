import { deepCopy, type OperationTable } from '@org/core/driver';
import type { runComposite } from '@org/core/light';
import { type Call, copyOptions, methodOf } from '../calls/call.ts';
import type { ClientContext } from '../calls/sender.ts';
import type { MethodName } from '../model/engine/method-names.ts';

/** A part of a light client, as a value: `createRoutingClient({ driver, use: matrix })`. @public */
export interface RoutingPart<Name extends string = string, Entry extends string = string> {
  /** The method that it adds. */
  readonly name: Name;
  /** The entry that it is of. */
  readonly entry: Entry;
  readonly call: unknown;
}

/** The operations of a part, by name: `undefined` where the service has none. */
type PartOperations<Settings> = Readonly<
  Record<string, (settings: Settings) => OperationTable[string] | undefined>
>;

/** A part as its driver and its client see it. */
export interface OpenPart<Name extends MethodName = MethodName, Entry extends string = string>
  extends RoutingPart<Name, Entry> {
  readonly call: Call<Name>;
  readonly operations: PartOperations<never>;
  /** Runs operations of several requests. */
  readonly compose?: typeof runComposite | undefined;
}

/** One method of a driver, and the operations that it needs. */
/* @__NO_SIDE_EFFECTS__ */
export function routingPart<const Entry extends string, Name extends MethodName, Settings>(
  entry: Entry,
  call: Call<Name>,
  operations: PartOperations<Settings>,
  compose?: typeof runComposite,
): OpenPart<Name, Entry> {
  return { name: call.name, entry, call, operations, compose };
}

/** The method of a client; one with a stream has it as its own. */
export function lightMethod(context: ClientContext, call: Call): unknown {
  const { stream } = call;
  const method = methodOf(context, call);
  if (stream === undefined) return method;
  return Object.assign(method, {
    // It is read when the loop begins.
    stream: (request: never, options?: object) => stream(context, deepCopy(request), copyOptions(options)),
  });
}

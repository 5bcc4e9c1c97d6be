import { type CallOptions, ConfigurationError } from '@org/core';
import { deepCopy, isRecord, oneCall, requireSignal, wrongKind } from '@org/core/driver';
import type { ProgressOptions, RoutingCallOptions } from '../call-options.ts';
import type { MethodName } from '../model/engine/method-names.ts';
import type { ClientContext } from './sender.ts';
import { type Engine, withoutMethod } from './support.ts';

/** A method: it reads the request into its own records at once, and then sends it. */
export interface Call<Name extends MethodName = MethodName> {
  readonly name: Name;
  readonly plan: (engine: Engine, request: never) => unknown;
  readonly run: (context: ClientContext, plan: never, options: RoutingCallOptions) => Promise<unknown>;
  /** What other calls of the client may use of it. */
  readonly helps?: Pick<ClientContext, 'addAttributes'>;
  /** The method that yields the parts of the result. */
  readonly stream?: (
    context: ClientContext,
    request: never,
    options: ProgressOptions | undefined,
  ) => AsyncIterable<unknown>;
}

export type Method = (request: never, options: RoutingCallOptions | undefined) => Promise<unknown>;

/**
 * The method that makes a call with the session of the client, or with one driver after the other. The caller
 * may change the request and the options as soon as it returns.
 */
export function methodOf(context: ClientContext, { name, plan, run }: Call): Method {
  const { engine, session } = context;
  return async (request, given) => {
    if (engine.capabilities[name] !== true) throw withoutMethod(engine, name);
    const { options, ended } = oneCall(copyOptions(given) ?? {});
    try {
      const planned = plan(engine, request) as never;
      return await (session.move === undefined
        ? run(context, planned, options)
        : session.move(options, (member, own) => run({ ...context, session: member }, planned, own)));
    } catch (error) {
      ended(error);
      throw error;
    }
  };
}

/** A checkpoint is the caller's object itself: it may keep the parts in its fields. */
export function copyOptions<Options extends CallOptions>(options: Options | undefined): Options | undefined {
  if (options === undefined) return undefined;
  requireOptionsOfCall(options);
  const { checkpoint } = Object(options) as ProgressOptions;
  return deepCopy(options, new Map([[checkpoint, checkpoint]]));
}

/** The signal is read here before the pipeline checks it. */
function requireOptionsOfCall(options: unknown): void {
  if (!isRecord(options)) {
    const message = `The options of a call must be an object, { signal }, not ${wrongKind(options)}.`;
    throw new ConfigurationError({ message });
  }
  requireSignal(options['signal']);
}

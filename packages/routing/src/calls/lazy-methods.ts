import { type CallOptions, ConfigurationError, type RawRequest } from '@org/core';
import { deepCopy, isRecord, LazyModule, requireSignal, wrongKind } from '@org/core/driver';
import type { ProgressOptions, RoutingCallOptions } from '../call-options.ts';
import { methodNames } from '../model/engine/method-names.ts';
import type { EstimatedName } from './estimate.ts';
import type { ClientParts, OpenCalls } from './open-calls.ts';
import type { ClientContext } from './sender.ts';

/**
 * The methods of a client; their code loads with the first call, together with the driver's operations. The
 * caller may change its objects meanwhile, and while parts of a request wait: the calls work on copies.
 */
export function lazyMethods(context: ClientContext, parts: ClientParts) {
  const module = new LazyModule(context.engine.name, () => import('./open-calls.ts'));
  let opened: OpenCalls | undefined;
  const open = async () => {
    const { openCalls } = module.loaded ?? (await module.load());
    opened ??= openCalls(context, parts);
    return opened;
  };
  const openAll = () => {
    if (opened === undefined) context.session.preload?.();
    return open();
  };
  const methods = methodNames.map((name) => {
    const method = async (request: never, options?: RoutingCallOptions): Promise<unknown> => {
      const [ownRequest, ownOptions] = copyOf(request, options);
      return (await openAll()).run(name, ownRequest, ownOptions);
    };
    return [name, method] as const;
  });
  const stream = (request: never, options?: RoutingCallOptions) => {
    const [ownRequest, ownOptions] = copyOf(request, options);
    return (async function* () {
      yield* (await openAll()).stream(ownRequest, ownOptions);
    })();
  };
  const estimate = async (name: EstimatedName, request: never) => {
    const ownRequest = deepCopy(request);
    return (await open()).estimate(name, ownRequest);
  };
  const request = async (raw: RawRequest, options?: CallOptions) => {
    const own = deepCopy([raw, options] as const);
    return (await openAll()).request(...own);
  };
  const quota = () => opened?.usage() ?? [];
  return { methods, stream, estimate, request, quota };
}

/** A checkpoint is the caller's object itself: it may keep the parts in its fields. */
function copyOf(request: never, options: ProgressOptions | undefined) {
  if (options !== undefined) requireOptionsOfCall(options);
  const { checkpoint } = Object(options) as ProgressOptions;
  return deepCopy([request, options] as const, new Map([[checkpoint, checkpoint]]));
}

/** The signal is read here before the pipeline checks it. */
function requireOptionsOfCall(options: unknown): void {
  if (!isRecord(options)) {
    const message = `The options of a call must be an object, { signal }, not ${wrongKind(options)}.`;
    throw new ConfigurationError({ message });
  }
  requireSignal(options['signal']);
}

import type { CallOptions, RawRequest } from '@org/core';
import { deepCopy, LazyModule } from '@org/core/driver';
import type { RoutingCallOptions } from '../call-options.ts';
import { type MethodName, methodNames } from '../model/engine/method-names.ts';
import { copyOptions, type Method } from './call.ts';
import type { ClientParts, OpenCalls } from './open-calls.ts';
import type { ClientContext } from './sender.ts';

/**
 * The methods of a client; their code loads with the first call, together with the driver's operations. A
 * call reads its request at once, so the caller may change it afterwards. The first call reads a copy.
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
    const methodIn = (calls: OpenCalls) => calls.methods.get(name) as Method;
    const method = async (request: never, given?: RoutingCallOptions): Promise<unknown> => {
      if (opened !== undefined) return methodIn(opened)(request, given);
      const options = copyOptions(given);
      const copy = deepCopy(request);
      return methodIn(await openAll())(copy, options);
    };
    return [name, method] as const;
  });
  const stream = (given: never, options?: RoutingCallOptions) => {
    // It is read when the loop begins.
    const [request, own] = [deepCopy(given), copyOptions(options)];
    return (async function* () {
      yield* (await openAll()).stream(request, own);
    })();
  };
  const estimate = async (name: MethodName, request: never) => {
    if (opened !== undefined) return opened.estimate(name, request);
    const copy = deepCopy(request);
    return (await open()).estimate(name, copy);
  };
  const request = async (raw: RawRequest, options?: CallOptions) => {
    const own = deepCopy([raw, options] as const);
    return (await openAll()).request(...own);
  };
  const quota = () => opened?.usage() ?? [];
  return { methods, stream, estimate, request, quota };
}

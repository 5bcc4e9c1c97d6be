import { deepCopy, LazyModule } from '@org/core/driver';
import type { calls } from './calls.ts';
import type { EstimatedName } from './estimate.ts';
import type { ClientContext, RoutingCallOptions } from './sender.ts';

type CallName = Exclude<keyof typeof calls, 'stream' | 'estimate'>;

const names: readonly CallName[] = [
  'directions',
  'isochrones',
  'matrix',
  'snap',
  'roundTrip',
  'nearest',
  'match',
  'attributes',
  'elevation',
  'optimize',
  'geocode',
  'reverseGeocode',
  'pois',
  'exportGraph',
  'expansion',
  'status',
];

/**
 * The methods of a client; their code loads with the first call, together with the driver's operations. The
 * caller may change its objects meanwhile, and while parts of a request wait: the calls work on copies.
 */
export function laterMethods(context: ClientContext) {
  const module = new LazyModule(context.runtime, context.engine.name, () => import('./calls.ts'));
  const load = async () => (module.loaded ?? (await module.load())).calls;
  const callsOf = () => {
    context.session.preload?.();
    return load();
  };
  const methods = names.map((name) => {
    const method = async (request: never, options?: RoutingCallOptions): Promise<unknown> => {
      const [ownRequest, ownOptions] = deepCopy([request, options] as const);
      return (await callsOf())[name](context, ownRequest, ownOptions);
    };
    return [name, method] as const;
  });
  const stream = (request: never, options?: RoutingCallOptions) => {
    const [ownRequest, ownOptions] = deepCopy([request, options] as const);
    return (async function* () {
      yield* (await callsOf()).stream(context, ownRequest, ownOptions);
    })();
  };
  const estimate = async (name: EstimatedName, request: never) => {
    const ownRequest = deepCopy(request);
    return (await load()).estimate(context, name, ownRequest);
  };
  return { methods, stream, estimate };
}

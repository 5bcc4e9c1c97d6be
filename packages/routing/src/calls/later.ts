import { deepCopy } from '@org/core/driver';
import type { LaterName } from './once.ts';
import type { ClientContext, RoutingCallOptions } from './sender.ts';

const laterNames: readonly LaterName[] = [
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

type LaterMethod = (request: never, options?: RoutingCallOptions) => Promise<unknown>;

/** The methods that most programs do not call. */
export function laterMethods(context: ClientContext): Readonly<Record<LaterName, LaterMethod>> {
  const methodOf =
    (name: LaterName): LaterMethod =>
    async (request, options = {}) => {
      // The caller may change its objects while the code loads: the call works on copies.
      const [ownRequest, ownOptions] = deepCopy([request, options] as const);
      const { callOnce } = await import('./once.ts');
      return callOnce(context, name, ownRequest, ownOptions);
    };
  const methods = laterNames.map((name) => [name, methodOf(name)] as const);
  return Object.fromEntries(methods) as Record<LaterName, LaterMethod>;
}

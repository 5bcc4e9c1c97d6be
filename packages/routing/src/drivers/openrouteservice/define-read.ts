import type { Classify, HttpRequest } from '@org/core';
import { textAt } from '@org/core/driver';
import {
  type EngineAnswer,
  type RoutingOperation,
  type RoutingOperations,
  routingOperation,
} from '../../driver.ts';
import type { Decoded } from './decode.ts';
import type { OpenrouteserviceProfile } from './profiles.ts';
import { readQuota } from './quota.ts';
import type { OpenrouteserviceSettings } from './service/create-driver.ts';
import { noService, pathOf, pathsOf, type ServiceName } from './service/paths.ts';

/** How a query becomes a request below the path of its service, and a response an answer. */
interface Converters<Query, Answer extends EngineAnswer> {
  readonly service: ServiceName;
  readonly encode: (query: Query) => HttpRequest;
  readonly decode: (body: unknown, query: Query) => Decoded<Answer>;
  /** The service's own form of errors. */
  readonly classify?: Classify;
}

export type ConvertersOf<Name extends keyof RoutingOperations> = Converters<
  RoutingOperations[Name]['input'],
  RoutingOperations[Name]['output'] & EngineAnswer
>;

/** An operation of a deployment. All of them only compute: repeating a POST is as safe as repeating a GET. */
export function defineRead<Name extends keyof RoutingOperations>(
  name: Name,
  { service, encode, decode, classify }: ConvertersOf<Name>,
) {
  return ({ layout, paths, profileNames = {} }: OpenrouteserviceSettings): RoutingOperation<Name> => {
    const prefix = pathOf(pathsOf(layout, paths), service);
    return routingOperation(name, {
      limitGroup: name,
      ...(classify === undefined ? {} : { classify }),
      encode: (query) => {
        if (prefix === undefined) throw noService(service);
        const request = encode(query);
        const named = 'profile' in query && profileNames[query.profile as OpenrouteserviceProfile];
        const params = named ? { profile: named } : request.params;
        return { ...request, path: prefix + request.path, params };
      },
      decode: (response, query, context) => {
        const quota = readQuota(response, context);
        const raw = response.json();
        const decoded = decode(raw, query);
        return {
          ...decoded,
          attribution: attributionOf(raw),
          quota,
          raw,
        } as unknown as RoutingOperations[Name]['output'];
      },
    });
  };
}

// The engine states it in `metadata`, geocoding in `geocoding`, elevation next to its result.
function attributionOf(body: unknown): readonly string[] {
  const text =
    textAt(body, 'metadata', 'attribution') ||
    textAt(body, 'geocoding', 'attribution') ||
    textAt(body, 'attribution');
  return text
    ? text.split('|').map((part) => part.trim())
    : ['openrouteservice.org', '© OpenStreetMap contributors'];
}

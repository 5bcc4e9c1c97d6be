import type { CallDefaults } from '@org/core';
import { readCallDefaults, withCallDefaults } from '@org/core/driver';
import type { RoutingCallOptions } from './call-options.ts';
import { methodNames } from './model/engine/method-names.ts';

/** Options that all calls of a client may share. @public */
export type RoutingCallDefaults = CallDefaults & Pick<RoutingCallOptions, 'includeRaw' | 'strict'>;

type Method = (request: never, options?: object) => unknown;

const ofRouting = { includeRaw: undefined, strict: undefined };

/** The methods of a client, with options that each call need not repeat. */
export function withOptions(client: Readonly<Record<string, unknown>>, given: RoutingCallDefaults): object {
  const defaults = readCallDefaults(given, ofRouting);
  const scope =
    (method: unknown, options: object): Method =>
    (request, own) =>
      (method as Method)(request, withCallDefaults(options, own));
  const methods = methodNames.map((name) => [name, scope(client[name], defaults)] as const);
  const { stream } = client['matrix'] as { readonly stream: unknown };
  const scoped = Object.fromEntries(methods);
  return {
    ...scoped,
    matrix: Object.assign(scoped['matrix'] as Method, { stream: scope(stream, defaults) }),
    request: scope(client['request'], { ...defaults, ...ofRouting }),
  };
}

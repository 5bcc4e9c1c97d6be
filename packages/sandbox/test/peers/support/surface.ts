import type { Foreign } from './mailpit-clients.ts';

/** The names of the methods of a client and of the clients in it: `domains.domainKeys.list`. */
export function surfaceOf(client: Foreign, isHelper: RegExp): readonly string[] {
  const seen = new Set<object>([client]);
  const walk = (value: Foreign, prefix: string): string[] =>
    Object.entries(value).flatMap(([name, inner]) => {
      if (typeof inner !== 'object' || inner === null || seen.has(inner)) return [];
      if ([Object.prototype, Array.prototype, Set.prototype].includes(Object.getPrototypeOf(inner)))
        return [];
      seen.add(inner);
      const path = `${prefix}${name}.`;
      return [...methodsOf(inner).map((method) => path + method), ...walk(inner, path)];
    });
  return walk(client, '').filter((name) => !isHelper.test(name));
}

function methodsOf(value: object): readonly string[] {
  const prototype = Object.getPrototypeOf(value);
  if (prototype === null || prototype === Object.prototype) return [];
  const own = Object.getOwnPropertyNames(prototype).filter(
    (name) =>
      name !== 'constructor' && !name.startsWith('_') && typeof (value as Foreign)[name] === 'function',
  );
  return [...new Set([...own, ...methodsOf(prototype)])];
}

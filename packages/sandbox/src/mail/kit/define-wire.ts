import { ConfigurationError } from '@org/core';
import { type OptionNames, refuseUnknown } from '@org/core/basics';
import { meantOption } from '@org/core/driver';
import type { Door } from './door.ts';

const wireNames: OptionNames<Door> = {
  name: 0,
  keyPrefix: 0,
  basePath: 0,
  readKey: 0,
  keyOf: 0,
  rateLimit: 0,
  rateHeaders: 0,
  around: 0,
  problem: 0,
  maxBodyBytes: 0,
  refuseKey: 0,
  tooMany: 0,
  storeFull: 0,
  fill: 0,
  routes: 0,
  absent: 0,
  render: 0,
  remoteFiles: 0,
  events: 0,
  inbound: 0,
  env: 0,
};

/**
 * Checks the table of a mail service, and returns it, for `startSandbox({ mail: { wires: [wire] } })`. The
 * sandbox serves it at `/<name>` of its mail port, with the checks of the key, limits, faults, webhooks,
 * the log and the mailbox that the built-in services have.
 *
 * @example
 * const acme = defineWire({
 *   name: 'acme',
 *   readKey: readBearer,
 *   problem: (status, message) => ({ status, json: { error: message } }),
 *   routes: ({ store }) => [
 *     route('GET', '/v1/mails', () => ({ status: 200, json: { count: store.messages.all().length } })),
 *   ],
 *   events: { names: { delivered: 'sent' }, write: ([event]) => ({ body: JSON.stringify(event) }) },
 * });
 *
 * @throws {ConfigurationError} for an unknown name, or a missing part
 */
export function defineWire(wire: Door): Door {
  refuseUnknown(wire, wireNames, 'defineWire()', meantOption);
  const { name, basePath = '', readKey, problem, routes, events } = wire;
  if (typeof name !== 'string' || !/^[a-z][a-z0-9-]{0,40}$/.test(name))
    throw wrong(`\`name\` must be a lower-case word such as acme, not ${JSON.stringify(name)}`);
  if (!/^(\/[\w.-]+)*$/.test(basePath))
    throw wrong(`\`basePath\` of ${name} must be a path such as /v3, not ${JSON.stringify(basePath)}`);
  const functions = {
    readKey,
    problem,
    routes,
    ...(events !== undefined && { 'events.write': events.write }),
  };
  for (const [part, value] of Object.entries(functions))
    if (typeof value !== 'function') throw wrong(`\`${part}\` of ${name} must be a function`);
  if (events !== undefined && (typeof events.names !== 'object' || events.names === null))
    throw wrong(`\`events.names\` of ${name} must be an object, such as { delivered: 'mail.delivered' }`);
  return wire;
}

/** All wires of a service. @throws {ConfigurationError} for two with one name */
export function joinWires(builtIn: readonly Door[], own: readonly Door[] = []): readonly Door[] {
  const all = [...builtIn, ...own.map(defineWire)];
  const taken = new Set(['sns']);
  for (const { name } of all) {
    if (taken.has(name)) throw wrong(`There are two with the name ${name}: choose another one`);
    taken.add(name);
  }
  return all;
}

function wrong(problem: string): ConfigurationError {
  const message = `The wire is not valid. ${problem}.`;
  return new ConfigurationError({ message, provider: 'sandbox', providerCode: 'wire' });
}

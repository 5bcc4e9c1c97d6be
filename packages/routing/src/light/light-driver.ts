import type { ServiceDefinition } from '@org/core';
import { httpDriver } from '@org/core/light';
import type { RoutingDriver } from '../driver/routing-driver.ts';
import type { RoutingCapabilities, RoutingMethods } from '../model/engine/capabilities.ts';
import { methodNames } from '../model/engine/method-names.ts';
import type { OpenPart, RoutingPart } from './part.ts';

/** Some engines state attributes along a route in a response of their own. */
type BaseName = 'attributes' | 'directions';

/** The capabilities of a driver of a light entry, with the methods of these parts. @public */
export type LightCapabilities<Capabilities extends RoutingCapabilities, Names extends string = never> = Omit<
  Capabilities,
  keyof RoutingMethods
> &
  RoutingMethods &
  Pick<Capabilities, BaseName | Extract<Names, keyof RoutingMethods>> &
  Readonly<Record<Exclude<keyof RoutingMethods, BaseName | Names>, false>>;

/** A driver of a light entry: directions, and the parts that the program adds. @public */
export type LightDriver<
  Capabilities extends RoutingCapabilities,
  Entry extends string = string,
> = RoutingDriver<LightCapabilities<Capabilities>> & {
  /** The entry: `@org/routing/<entry>/directions`. */
  readonly entry: Entry;
  /** The names of the parts that the entry has. */
  readonly partNames: readonly string[];
  /** The methods that every client has. */
  readonly base: readonly RoutingPart[];
  /** The driver with the operations of these parts. */
  readonly withParts: (parts: readonly RoutingPart[]) => RoutingDriver;
  /** A type alone: the capabilities of the full driver. */
  readonly full?: Capabilities;
};

/** Opens a service with the operations of its settings. A full driver loads them with the first call. */
export type OpenService<Settings> = (
  service: ServiceDefinition,
  settings: Settings,
  capabilities: RoutingCapabilities,
) => RoutingDriver;

interface LightEntry<Entry extends string> {
  readonly entry: Entry;
  readonly partNames: readonly string[];
  /** The methods that every client has. */
  readonly base: readonly OpenPart[];
  /** The driver's own failures and rates. */
  readonly readers: Pick<ServiceDefinition, 'classify' | 'readRates'>;
}

/** A driver whose operations are in the program from the start. Both entries of a driver share `create`. */
export function lightDriver<Capabilities extends RoutingCapabilities, const Entry extends string, Settings>(
  { readers, ...entry }: LightEntry<Entry>,
  create: (open: OpenService<Settings>) => RoutingDriver,
): LightDriver<Capabilities, Entry> {
  const withParts = (given: readonly RoutingPart[]) => {
    const parts = given as readonly OpenPart[];
    const makers = Object.assign({}, ...parts.map(({ operations }) => operations)) as OpenPart['operations'];
    const names = Object.keys(makers);
    const driver = create((service, settings, capabilities) => {
      const operations = names.map((name) => [name, makers[name]?.(settings as never)]);
      return httpDriver({
        service: { ...service, ...readers },
        operations: Object.fromEntries(operations),
        capabilities,
        runComposite: parts.find(({ compose }) => compose)?.compose,
      });
    });
    return { ...driver, capabilities: onlyMethods(driver.capabilities, names) };
  };
  return { ...withParts(entry.base), ...entry, withParts } as unknown as LightDriver<Capabilities, Entry>;
}

export function onlyMethods(all: RoutingCapabilities, names: readonly string[]): RoutingCapabilities {
  const others = methodNames.filter((name) => !names.includes(name));
  return { ...all, ...Object.fromEntries(others.map((name) => [name, false])), rawRequests: false };
}

import type { DriverSession } from '@org/core/driver';
import type { Profile, RoutingDriver, RoutingOperations } from '../../../driver.ts';
import type { OsrmCapabilities } from '../capabilities.ts';
import type { DataSet } from './data-sets.ts';

type Operations = Pick<RoutingOperations, 'directions' | 'matrix' | 'snap' | 'nearest' | 'match'>;

/** One driver of several services: the profile of a query decides which one answers. */
export function combineByProfile(
  drivers: readonly RoutingDriver[],
  groups: readonly (readonly DataSet[])[],
  capabilities: OsrmCapabilities,
): RoutingDriver {
  const [first] = drivers;
  if (first !== undefined && drivers.length === 1) return first;
  return {
    specVersion: 1,
    name: first?.name ?? 'osrm',
    capabilities,
    open(options): DriverSession<Operations> {
      // The services have the operations of OSRM; the type of a driver says nothing about them.
      const sessions = drivers.map((driver) => driver.open(options) as unknown as DriverSession<Operations>);
      const sessionOf = (profile: Profile): DriverSession<Operations> => {
        const index = groups.findIndex((sets) => sets.some((set) => set.profile === profile));
        const session = sessions[index];
        if (session === undefined) throw new TypeError(`No server has the profile ${profile}.`);
        return session;
      };
      return {
        execute: async (name, input, callOptions) =>
          sessionOf(input.profile).execute(name, input, callOptions),
        // A request of the caller's own goes to the server of the first profile.
        request: sessions[0]?.request,
        preload: () => {
          for (const session of sessions) session.preload?.();
        },
        close: async () => {
          await Promise.all(sessions.map((session) => session.close()));
        },
      };
    },
  };
}

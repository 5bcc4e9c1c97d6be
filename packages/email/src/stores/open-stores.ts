import { type DriverSession, LazyModule } from '@org/core/driver';
import type { PagedList } from '@org/core/paging';
import { kept } from '../content/late-content.ts';
import type { AllOperations } from '../driver/operations.ts';
import { allMethods, type EmailCapabilities, methodsOf, type PartName } from '../model/capabilities.ts';
import { unsupported } from '../model/unsupported.ts';
import { pagedLater } from './paged-later.ts';
import type { Stores } from './stores.ts';

interface StoreParts {
  readonly session: DriverSession<AllOperations>;
  readonly provider: string;
  readonly capabilities: EmailCapabilities;
}

type Method = (...parameters: readonly unknown[]) => unknown;

/** Methods that return a list at once, and load with its first page. */
const pagedMethods = ['list', 'members', 'events'];

/**
 * The parts of a client beside sending. Their code loads with the first call of one; a method that the driver
 * does not have rejects.
 */
export function createStores({ session, provider, capabilities }: StoreParts): Stores {
  const module = new LazyModule(provider, () => import('./stores.ts'));
  let loaded: Stores | undefined;
  const load = async () => {
    session.preload?.();
    const { createLoadedStores } = await module.load();
    loaded ??= createLoadedStores(session);
    return loaded;
  };
  const methodFor = (part: PartName, name: string): Method => {
    const isPaged = pagedMethods.includes(name);
    if (!methodsOf(capabilities, part).includes(name)) {
      const refuse = () => {
        throw unsupported(`${part}.${name}`, provider);
      };
      // A list is an iterable, not a promise.
      return isPaged ? refuse : async () => refuse();
    }
    const find = (stores: Stores) =>
      (stores[part] as unknown as Readonly<Record<string, Method>>)[name] as Method;
    return (...given) => {
      if (loaded !== undefined) return find(loaded)(...given);
      // The caller may change its objects while the code loads.
      const parameters = given.map(kept);
      const call = async () => find(await load())(...parameters);
      return isPaged ? pagedLater(call as () => Promise<PagedList<unknown>>) : call();
    };
  };
  const parts = Object.entries(allMethods).map(([part, names]) => [
    part,
    Object.fromEntries(names.map((name) => [name, methodFor(part as PartName, name)])),
  ]);
  return Object.fromEntries(parts) as Stores;
}

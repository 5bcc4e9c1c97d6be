// Runs in every runtime, bundled from the published packages: it has no module of Node.
import {
  type Contracts,
  type Service,
  testLightEntries,
} from '../../../packages/email/test/light/contracts.ts';
import { testSameSends } from '../../../packages/email/test/light/same-sends.ts';
import { type Engines, testLightContracts } from '../../../packages/routing/test/light/contracts.ts';
import { testSameDirections } from '../../../packages/routing/test/light/same-directions.ts';
import { startRemote } from './remote.ts';
import { type Report, runSuites } from './suite-runner.ts';

export interface Surroundings {
  /** The host of stand-ins. */
  readonly host: string;
  /** The services of email whose light entries pass their contract here. */
  readonly services: readonly string[];
  /** The drivers whose two entries are compared here: each `of`th, from `first` on. */
  readonly share: { readonly first: number; readonly of: number };
  /** `undefined` where the engine does not run. */
  readonly engines: Engines | undefined;
}

/** The suites of what each light entry has. */
export function testAll(
  { host, services, share, engines }: Surroundings,
  more: Contracts = {},
): Promise<Report> {
  const startScripted = async (responses: readonly object[]) => {
    const { update, state, ...service } = await startRemote(host, 'scripted', responses);
    const received = async () => {
      await update();
      return state() as readonly unknown[];
    };
    return { ...service, received };
  };
  return runSuites((framework) => {
    const startNamed = async (name: string) => {
      const { state, ...service } = await startRemote(host, name);
      return { ...service, received: () => state() as ReturnType<Service['received']> };
    };
    testLightEntries(framework, startNamed, more, services);
    const isShared = (at: number) => at % share.of === share.first;
    testSameSends(framework, startScripted, isShared);
    if (engines !== undefined) testLightContracts(framework, engines);
    testSameDirections(framework, startScripted, isShared);
  });
}

import type { AnswerFixture } from './fixture.ts';
import { gateways } from './fixtures/gateways.ts';
import { type ServiceName, serviceNames } from './services.ts';

type Fixtures = Readonly<Record<ServiceName, readonly AnswerFixture[]>>;

/** The restated answers of each service: a file of its name has them. */
export const fixtures = Object.fromEntries(
  await Promise.all(
    serviceNames.map(async (name) => [name, (await import(`./fixtures/${name}.ts`))[name]] as const),
  ),
) as Fixtures;

/** Those of a service, and of what stands before it. */
export const answersOf = (service: ServiceName) => [...fixtures[service], ...gateways];

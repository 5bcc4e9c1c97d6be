import type { DriverSession, OperationTypes } from '../driver/driver.ts';
import type { EngineOptions } from '../engine-options.ts';
import { ConfigurationError } from '../errors/caller-errors.ts';

/** A driver as a composition of drivers sees it. @public */
export interface MemberDriver<Session> {
  readonly name: string;
  open(options: EngineOptions): Session;
}

/** A driver of a composition, with engine options that replace those of the client. @public */
export interface MemberEntry<Driver> extends EngineOptions {
  readonly driver: Driver;
}

/** An open driver of a composition. @public */
export interface Member<Session> {
  readonly name: string;
  readonly session: Session;
  /** Of one call. */
  readonly maxAttempts: number;
  /** Limit of a call of this driver, where its entry has one. */
  readonly deadlineMs: number | undefined;
  /** Its entry has `retry.maxAttempts`: it is asked so often, with the waits between, before the next one. */
  readonly hasOwnRetries?: boolean | undefined;
}

/** The drivers of a composition, with their options. @public @throws ConfigurationError when there is none */
export function memberEntries<Entry extends { readonly driver: object }>(
  name: string,
  entries: readonly (Entry | Entry['driver'])[],
): readonly Entry[] {
  if (entries.length === 0)
    throw new ConfigurationError({ message: `${name}() needs at least one driver.`, outcome: 'not-sent' });
  return entries.map((entry) => ('driver' in entry ? (entry as Entry) : ({ driver: entry } as Entry)));
}

/** Opens a driver with the options of its entry, else of the client. @public */
export function openMember<Session>(
  { driver, ...own }: MemberEntry<MemberDriver<Session>>,
  options: EngineOptions,
): Member<Session> {
  const all = { ...options, ...own };
  const maxAttempts = attemptsOf(all) ?? 3;
  const hasOwnRetries = (attemptsOf(own) ?? 1) > 1;
  const { deadlineMs } = own;
  return { name: driver.name, session: driver.open(all), maxAttempts, deadlineMs, hasOwnRetries };
}

function attemptsOf({ retry }: EngineOptions): number | undefined {
  return retry === false ? 1 : retry?.maxAttempts;
}

/** `preload` and `close` of a session over several drivers. @public */
export function lifecycleOf(
  members: readonly Member<Pick<DriverSession<OperationTypes>, 'preload' | 'close'>>[],
) {
  return {
    preload(): void {
      for (const { session } of members) session.preload?.();
    },
    async close(): Promise<void> {
      await Promise.all(members.map(({ session }) => session.close()));
    },
  };
}

import { createRuntime } from '@org/core';
import type { EngineOptions } from '@org/core/driver';
import { type Member, openMember } from '@org/core/failover';
import type { RoutingDriver, RoutingSession } from '../driver/routing-driver.ts';
import { countedCap } from '../quota/counted-retries.ts';
import { createDailyCap } from '../quota/daily-cap.ts';
import { guardSession } from '../quota/guard-session.ts';
import type { FailoverEntryOptions } from './composed-types.ts';

/** Opens the engines of a fail-over, each with its own cap and its own quotas. */
export function openEngines(
  entries: readonly FailoverEntryOptions[],
  engine: EngineOptions,
): readonly Member<RoutingSession>[] {
  const runtime = createRuntime(engine.runtime);
  return entries.map(({ driver, dailyCap, ...own }, index) => {
    const member = openMember({ driver, ...own }, engine);
    const cap = dailyCap === undefined ? undefined : createDailyCap(dailyCap, driver, runtime);
    const opened = member.session as unknown as RoutingSession;
    const session = guardSession(driver, opened, runtime, countedCap(cap));
    return { ...member, session: named(driver.name, sourceOf(entries, index), session) };
  });
}

/** Two servers of one driver have different maps: their answers have different names. */
function sourceOf(entries: readonly { readonly driver: RoutingDriver }[], index: number): string {
  const { name } = entries[index]?.driver ?? { name: '' };
  const before = entries.slice(0, index).filter(({ driver }) => driver.name === name).length;
  return before === 0 ? name : `${name}#${before + 1}`;
}

/** Its answers name it, unless a driver inside it already did. */
function named(provider: string, source: string, session: RoutingSession): RoutingSession {
  return {
    ...session,
    source,
    async execute(name, query, options) {
      const answer = await session.execute(name, query, options);
      return { ...answer, provider: answer.provider ?? provider };
    },
  };
}

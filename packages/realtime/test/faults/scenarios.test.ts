import { beforeAll, describe, expect, it } from 'vitest';
import { type Outcome, runScenario } from './run-scenario.ts';
import { scenarios } from './scenarios.ts';

const together = 30;

describe(`W6: ${scenarios.length} faults by the nth frame and by time`, () => {
  const outcomes = new Map<string, Outcome>();

  // Many at once, because they wait for timers and compute little.
  beforeAll(async () => {
    for (let start = 0; start < scenarios.length; start += together) {
      const group = scenarios.slice(start, start + together);
      const results = await Promise.all(group.map(runScenario));
      group.forEach(({ name }, index) => {
        const result = results[index];
        if (result !== undefined) outcomes.set(name, result);
      });
    }
  }, 60_000);

  it('are at least 60, each with its own name', () => {
    expect(outcomes.size).toBe(scenarios.length);
    expect(outcomes.size).toBeGreaterThanOrEqual(60);
  });

  it.each(scenarios)('$name', (scenario) => {
    const { connections = 1, events = '123', errors = [], state = 'connected' } = scenario;
    const rest = state === 'failed' ? 'failed' : 'subscribed';
    expect(outcomes.get(scenario.name)).toEqual({
      connections,
      events,
      errors,
      state,
      channels: [scenario.orders ?? rest, rest, rest],
      silent: [],
    });
  });
});

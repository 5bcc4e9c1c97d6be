import { describe, expect, it } from 'vitest';
import { scenarios } from './limiter-scenarios.ts';
import { playSchedule } from './limiter-schedule.ts';

/**
 * All that the limiter did in each scenario, as it was recorded: a change of its structure changes no line.
 * After an intended change, `vitest -u` records it again, and the difference is reviewed.
 */
describe('the schedule of the limiter', () => {
  it.each(Object.entries(scenarios))('is the recorded one: %s', async (name, scenario) => {
    const log = await playSchedule(scenario, 7);
    await expect(`${log.join('\n')}\n`).toMatchFileSnapshot(`limiter-schedules/${name}.txt`);
  });
});

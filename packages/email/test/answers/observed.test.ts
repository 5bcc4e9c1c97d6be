import { describe, expect, it } from 'vitest';
import { expectAdvice } from './advice.ts';
import { argued, holds, observedAnswers, observedNote } from './observed-answers.ts';
import { serviceNames } from './services.ts';
import { learn } from './stage.ts';

// `runs.test.ts` takes them through runs, queues and fail-overs.
describe.skipIf(observedNote !== '')(`E4: observed answers${observedNote}`, () => {
  it.each(serviceNames)('%s: each is what it was found to mean', async (service) => {
    const wrong: unknown[] = [];
    for (const observed of observedAnswers(service)) {
      const learned = await learn(service, observed);
      if (!holds(observed, learned)) wrong.push([observed.id, observed.what, observed.means, learned]);
      expectAdvice(learned);
    }
    expect(wrong).toEqual([]);
  });

  it('each argued label is one of them', () => {
    const ids = serviceNames.flatMap((service) => observedAnswers(service).map(({ id }) => id));
    expect(ids.length).toBeGreaterThanOrEqual(134);
    expect(ids).toEqual(expect.arrayContaining(Object.keys(argued)));
  });
});

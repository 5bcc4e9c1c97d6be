import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DeclarationWalk, walkDeclarations } from '../support/declaration-walk.ts';
import { openDeclarations, type PublicDeclarations } from '../support/public-declarations.ts';
import { throwsTags, withoutCondition } from '../support/throws-tags.ts';

/** Types that no entry exports, each with its reason. */
const withoutName = new Map([
  ['PriorityQueue', 'the limiter’s own queue: only `deficitRoundRobin()` makes a `Fairness`'],
  ['BlindHtmlMessage', 'a member of `ContentMessage` that has blind copies alone'],
  ['BlindTextMessage', 'a member of `ContentMessage` that has blind copies alone'],
  ['BlindRenderedMessage', 'a member of `ContentMessage` that has blind copies alone'],
  ['BlindTemplateMessage', 'a member of `EmailMessage` that has blind copies alone'],
  ['EitherClusterOrHost', 'a text that the compiler shows for two options that exclude each other'],
  ['SharedParts', 'what `startSandbox()` gives to the services that it starts'],
]);

describe('what an editor shows for a public name', () => {
  let declarations: PublicDeclarations;
  let walk: DeclarationWalk;

  beforeAll(() => {
    declarations = openDeclarations();
    walk = walkDeclarations(declarations, new Set(withoutName.keys()));
  });

  afterAll(() => declarations.close());

  it('has a condition for each error', () => {
    const tags = walk.texts.flatMap(({ file, text }) => throwsTags(text).map((words) => ({ file, words })));
    expect(tags.length).toBeGreaterThan(200);
    expect(tags.filter(({ words }) => withoutCondition(words))).toEqual([]);
  });

  it('has types that can be imported', () => {
    expect(walk.hidden).toEqual([]);
    expect(walk.stopped, 'types that still need no name').toEqual(new Set(withoutName.keys()));
  });
});

import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { EmailMessage, SendJournal } from '../../src/index.ts';
import type { JournalEntry } from '../../src/journal/index.ts';
import { type Fate, fates, type Moment, moment, Stage, scriptOf } from './stage.ts';
import {
  type End,
  expectNoDoubles,
  expectTruth,
  type Letters,
  letters,
  messagesOf,
  openClient,
  outcomesOf,
  recipientsOf,
} from './truth.ts';
import { driverOf, type ServiceName, serviceNames } from './wires.ts';

/** The end of a run: an abort, or the death of its process; at a request, or at a write of the journal. */
interface Stop {
  readonly isDeath: boolean;
  readonly at: Moment | 'write' | 'written';
  /** The recipient of the request, or the number of the write. */
  readonly place: number;
}

interface Story extends Letters {
  readonly service: ServiceName;
  readonly mode: 'batch' | 'each';
  readonly maxAttempts: number;
  readonly fates: readonly (readonly Fate[])[];
  /** One run for each, and a last one while the service works. */
  readonly stops: readonly (Stop | undefined)[];
}

const stop = fc.record<Stop>({
  isDeath: fc.boolean(),
  at: fc.oneof(moment, fc.constantFrom('write' as const, 'written' as const)),
  place: fc.nat({ max: 7 }),
});
const story = fc.record<Story>({
  ...letters,
  service: fc.constantFrom(...serviceNames),
  mode: fc.constantFrom('batch', 'each'),
  maxAttempts: fc.constantFrom(1, 2),
  fates: fc.array(fates, { minLength: 1, maxLength: 4 }),
  stops: fc.array(fc.option(stop, { nil: undefined, freq: 4 }), { minLength: 1, maxLength: 2 }),
});

const stage = new Stage();
beforeAll(() => stage.start());
afterAll(() => stage.close());

const reason = new Error('enough');

/** Entries that outlive the runs. A dead process writes no more. */
class Entries {
  /** The last entry of each mail. */
  readonly #entries = new Map<string, string>();

  /** The journal of one run. `onWrite` is called before and after each write. */
  journal(onWrite: (at: 'write' | 'written', nth: number) => void, isDead: () => boolean): SendJournal {
    let writes = 0;
    return {
      open: async () => ({ id: 'run', find: (key) => this.find(key) }),
      write: async (entry) => {
        const nth = writes;
        writes += 1;
        onWrite('write', nth);
        if (isDead()) throw reason;
        for (const { key } of entry.mails) this.#entries.set(key, JSON.stringify(entry));
        onWrite('written', nth);
        if (isDead()) throw reason;
      },
      close: async () => {},
    };
  }

  find(key: string): JournalEntry | undefined {
    const entry = this.#entries.get(key);
    return entry === undefined ? undefined : JSON.parse(entry);
  }
}

interface Run {
  readonly ends: readonly (End | undefined)[];
  readonly isDead: boolean;
}

/** Starts the same run again, in a process of its own. */
async function run(
  drawn: Story,
  messages: readonly EmailMessage[],
  entries: Entries,
  stop?: Stop,
): Promise<Run> {
  const controller = new AbortController();
  let isDead = false;
  const end = (at: Stop['at'], place: number) => {
    if (stop?.at !== at || stop.place !== place) return;
    isDead ||= stop.isDeath;
    controller.abort(reason);
  };
  stage.script = { ...stage.script, on: (at, recipient) => end(at, Number.parseInt(recipient, 10)) };
  const email = openClient(driverOf(drawn.service, stage.url), drawn.maxAttempts);
  const journal = entries.journal(end, () => isDead);
  const ends: (End | undefined)[] = messages.map(() => undefined);
  const options = { journal, firstIndex: 0, signal: controller.signal, concurrency: 2 };
  try {
    if (drawn.mode === 'each')
      for await (const outcome of email.sendEach(messages, options)) ends[outcome.index] = outcome;
    else for (const outcome of await email.sendBatch(messages, options)) ends[outcome.index] = outcome;
  } catch (thrown) {
    if (!isDead && drawn.mode === 'each') expect(thrown).toBe(reason);
    else if (!isDead) expect(thrown).toMatchObject({ code: 'aborted', outcome: 'not-sent', cause: reason });
  } finally {
    await email.close();
    if (controller.signal.aborted) await stage.settled();
  }
  return { ends, isDead };
}

const acceptedIn = ({ ends, isDead }: Run) =>
  isDead
    ? []
    : ends
        .flatMap((end) => (end === undefined ? [] : outcomesOf(end)))
        .filter((each) => each.status === 'accepted');

/** The last run, while the service works: nobody is left out without a doubt, and nobody has two mails. */
function expectComplete(
  drawn: Story,
  messages: readonly EmailMessage[],
  last: Run,
  asked: Set<string>,
): void {
  for (const [place, message] of messages.entries()) {
    const end = last.ends[place];
    if (end === undefined) throw new Error('The last run has an end for each message.');
    const outcomes = outcomesOf(end);
    if (!end.ok) expect(end.error.outcome, end.error.message).toBe('unknown');
    for (const recipient of recipientsOf(message)) {
      const status = outcomes.find((each) => each.recipient === recipient)?.status ?? 'unknown';
      expect(['accepted', 'unknown'], recipient).toContain(status);
      // A run may stop after it wrote that a mail starts, and before the request arrives.
      const mayBeInDoubt = asked.has(recipient) || drawn.stops.some((stop) => stop !== undefined);
      if (status === 'unknown') expect(mayBeInDoubt, `${recipient} was in no earlier run`).toBe(true);
      // These services recognise the key of each request.
      if (['resend', 'brevo'].includes(drawn.service)) expect(status, recipient).toBe('accepted');
    }
  }
}

it('P10: runs that stop anywhere and resume tell the truth, miss nobody and send no mail twice', async () => {
  const property = fc.asyncProperty(story, async (drawn) => {
    const visibility = drawn.service === 'plunk' ? 'individual' : drawn.visibility;
    const messages = messagesOf({ ...drawn, visibility });
    const entries = new Entries();
    const accepted = new Set<string>();
    stage.play({ fateOf: scriptOf(drawn.fates) });
    const check = (played: Run) => {
      for (const [place, message] of messages.entries()) {
        const end = played.ends[place];
        if (end !== undefined && !played.isDead) expectTruth(end, message, stage.mailsTo);
      }
      expectNoDoubles(messages, stage.mailsTo);
      for (const { recipient } of acceptedIn(played)) accepted.add(recipient);
    };
    for (const stop of drawn.stops) check(await run(drawn, messages, entries, stop));
    const asked = new Set(stage.asked.flatMap(({ recipients }) => recipients));
    stage.heal();
    // A repeated request gets its first answer again: a message that it refused is sent by the next run.
    if (drawn.mode === 'batch') check(await run(drawn, messages, entries));
    const before = new Set(accepted);
    const last = await run(drawn, messages, entries);
    check(last);
    expectComplete(drawn, messages, last, asked);
    const known = acceptedIn(last).filter(({ recipient }) => before.has(recipient));
    expect(known).toHaveLength(before.size);
    for (const outcome of known) expect(outcome).toMatchObject({ fromJournal: true });
  });
  await fc.assert(property, { numRuns: 100 });
});

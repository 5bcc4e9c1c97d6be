import { describe, expect, it } from 'vitest';
import type { EarlierPart, PartLedger } from './ledger.ts';
import type { PartsOptions } from './parts-options.ts';
import { allParts } from './parts-run.ts';

const unset = { isStartedByRun: false, isInterruptible: false, failed: undefined };

type Earlier = EarlierPart<string>;

/** Runs one part that earlier runs left in this state; returns its end and what was written and run. */
async function runPart(
  earlier: Earlier,
  changes: Partial<PartLedger<string, string>> = {},
  options: Partial<PartsOptions<string, string>> = {},
) {
  const log: string[] = [];
  const ledger: PartLedger<string, string> = {
    find: () => earlier,
    start: async () => void log.push('start'),
    end: async (_part, _index, end) => void log.push(`end ${end}`),
    ...unset,
    ...changes,
  };
  const run = async () => {
    log.push('run');
    return 'sent';
  };
  const running = allParts({ parts: ['mail'], concurrency: 1, run, ledger, ...options });
  const ends = await running.catch((error: Error) => [error.message]);
  return { end: ends[0], log };
}

describe('the ledger of a run', () => {
  it.each<[string, Earlier, string, string[]]>([
    ['to do', { state: 'to-do' }, 'sent', ['start', 'run', 'end sent']],
    ['done', { state: 'done', end: 'sent before' }, 'sent before', []],
    ['in doubt, to be repeated', { state: 'in-doubt', repeatable: true }, 'sent', ['run', 'end sent']],
    ['in doubt, not to be repeated', { state: 'in-doubt', repeatable: false, end: 'unknown' }, 'unknown', []],
  ])('a part that is %s', async (_name, earlier, end, log) => {
    expect(await runPart(earlier)).toEqual({ end, log });
  });

  it('parts that may all be repeated have no start', async () => {
    const ran = await runPart({ state: 'to-do' }, { start: undefined });
    expect(ran.log).toEqual(['run', 'end sent']);
  });

  it('writes the start where the run asks for it, once', async () => {
    const log: string[] = [];
    const start = async () => void log.push('start');
    const run: PartsOptions<string, string>['run'] = async (_part, _index, _context, started) => {
      log.push('queue');
      await started();
      await started();
      return 'sent';
    };
    await runPart({ state: 'to-do' }, { start, isStartedByRun: true }, { run });
    expect(log).toEqual(['queue', 'start']);
  });

  it('nothing runs whose start cannot be written', async () => {
    const full = async () => {
      throw new Error('the disk is full');
    };
    expect(await runPart({ state: 'to-do' }, { start: full })).toEqual({ end: 'the disk is full', log: [] });
    const failed = (error: unknown, part: string, end = 'none') => `${part}: ${error}, ${end}`;
    expect((await runPart({ state: 'to-do' }, { start: full, failed })).end).toBe(
      'mail: Error: the disk is full, none',
    );
    expect((await runPart({ state: 'to-do' }, { end: full, failed })).end).toBe(
      'mail: Error: the disk is full, sent',
    );
  });

  it('an abort ends the wait for an entry only where the ledger allows it', async () => {
    const caller = new AbortController();
    const never = () => {
      caller.abort(new Error('enough'));
      return new Promise<never>(() => {});
    };
    const ran = await runPart(
      { state: 'to-do' },
      { find: never, isInterruptible: true },
      { signal: caller.signal },
    );
    expect(ran).toEqual({ end: 'enough', log: [] });
    const slow = new AbortController();
    const log: string[] = [];
    const end = async () => {
      slow.abort(new Error('enough'));
      await new Promise(setImmediate);
      log.push('written');
    };
    await runPart({ state: 'to-do' }, { end }, { signal: slow.signal });
    expect(log).toEqual(['written']);
  });

  it('a part that is skipped is looked up, and gets no entry', async () => {
    const written: string[] = [];
    const ledger: PartLedger<number, string> = {
      find: (part) => (part === 3 ? { state: 'done', end: 'sent before' } : { state: 'to-do' }),
      start: async (part) => void written.push(`start ${part}`),
      end: async (part) => void written.push(`end ${part}`),
      ...unset,
    };
    const ends = await allParts<number, string, string>({
      parts: [1, 2, 3],
      concurrency: 1,
      ledger,
      run: async () => 'refused',
      judge: () => ({ skip: 'not started', fail: undefined }),
      skip: async (_part, _index, reason) => reason,
    });
    expect(ends).toEqual(['refused', 'not started', 'sent before']);
    expect(written).toEqual(['start 1', 'end 1']);
  });
});

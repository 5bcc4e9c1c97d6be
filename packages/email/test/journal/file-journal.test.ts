import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type EntryState, fileJournal, type JournalEntry } from '../../src/journal/index.ts';
import { oneMail } from '../support/memory-journal.ts';

const folder = mkdtempSync(join(tmpdir(), 'journal-'));
let made = 0;
const newPath = () => {
  made += 1;
  return join(folder, `${made}.jsonl`);
};
afterAll(() => rmSync(folder, { recursive: true }));

const entry = (key: string, state: EntryState = 'started'): JournalEntry =>
  oneMail(key, state, 1_700_000_000_000);

async function written(path: string, ...entries: JournalEntry[]): Promise<void> {
  const journal = fileJournal(path);
  await journal.open('acme');
  await Promise.all(entries.map((each) => journal.write(each)));
  await journal.close();
}

/** What the next run finds in the file. */
async function recordsOf(path: string) {
  const journal = fileJournal(path);
  const records = await journal.open('acme');
  await journal.close();
  return records;
}

const header = '{"format":"org-email-journal","version":2,"id":"x","provider":"acme"}\n';

describe('a journal in a file', () => {
  it('has a line for the run, one for each start and one for each end, and grows only', async () => {
    const path = newPath();
    await written(path, entry('a'), entry('a', 'sent'));
    const first = readFileSync(path, 'utf8');
    expect(first.split('\n').map((line) => (line === '' ? '' : JSON.parse(line)))).toEqual([
      { format: 'org-email-journal', version: 2, id: expect.any(String), provider: 'acme' },
      entry('a'),
      entry('a', 'sent'),
      '',
    ]);
    await written(path, entry('b'));
    expect(readFileSync(path, 'utf8')).toBe(`${first}${JSON.stringify(entry('b'))}\n`);
    expect(statSync(path).mode & 0o077).toBe(0);
  });

  it('is not read again for each slice of a list, unless it was replaced or cut', async () => {
    const path = newPath();
    const journal = fileJournal(path);
    const open = async () => {
      const { id, find } = await journal.open('acme');
      await journal.close();
      return {
        id,
        states: await Promise.all(['a', 'b', 'c'].map(async (key) => (await find(key))?.mails[0]?.state)),
      };
    };
    await journal.open('acme');
    await journal.write(entry('a', 'sent'));
    await journal.close();
    const { id } = await open();
    // In place, with the same length: only a new reader sees it.
    const text = readFileSync(path, 'utf8').replace('"sent"', '"SENT"');
    writeFileSync(path, `${text}${JSON.stringify(entry('b'))}\n`);
    expect(await open()).toEqual({ id, states: ['sent', 'started', undefined] });
    await expect(fileJournal(path).open('acme')).rejects.toThrow('is damaged');
    const [first = ''] = text.split('\n');
    writeFileSync(path, `${first}\n${JSON.stringify(entry('c'))}\n`);
    expect(await open()).toEqual({ id, states: [undefined, undefined, 'started'] });
    await expect(journal.open('other')).rejects.toThrow('is of acme, not of other');
  });

  it('finds the last state of each message, and keeps its id', async () => {
    const path = newPath();
    await written(path, entry('a'), entry('b'), entry('a', 'sent'), entry('ü "quoted"\n', 'unknown'));
    const first = await recordsOf(path);
    const second = await recordsOf(path);
    expect(second.id).toBe(first.id);
    expect(await second.find('a')).toEqual(entry('a', 'sent'));
    expect(await second.find('b')).toEqual(entry('b'));
    expect(await second.find('ü "quoted"\n')).toEqual(entry('ü "quoted"\n', 'unknown'));
    expect(await second.find('c')).toBeUndefined();
  });

  it.each(['{"key":"b","sta', '{"key":"b","state":"sent","startedAtMs":1}', 'é'.slice(0, 1)])(
    'drops a last line that was cut: %s',
    async (torn) => {
      const path = newPath();
      await written(path, entry('a'));
      const whole = readFileSync(path, 'utf8');
      appendFileSync(path, torn);
      await written(path, entry('c'));
      expect(readFileSync(path, 'utf8')).toBe(`${whole}${JSON.stringify(entry('c'))}\n`);
      expect(await (await recordsOf(path)).find('b')).toBeUndefined();
    },
  );

  it('starts anew when even its first line was cut', async () => {
    const path = newPath();
    writeFileSync(path, '{"format":"org-email-journal","id":"x"');
    await written(path, entry('a'));
    expect(await (await recordsOf(path)).find('a')).toEqual(entry('a'));
  });

  it('reads a file of many parts', async () => {
    const path = newPath();
    const keys = Array.from({ length: 3_000 }, (_, index) => `${index}-${'x'.repeat(index % 97)}`);
    await written(path, ...keys.map((key) => entry(key, 'sent')));
    const records = await recordsOf(path);
    for (const key of keys) expect(await records.find(key)).toEqual(entry(key, 'sent'));
  });

  it.each([
    ['another file', 'a,b\n1,2\n'],
    ['another file without a line break', 'notes'],
    ['another file of JSON', '{"name":"mine"}'],
    ['a file of zeros', '\0'.repeat(99)],
    ['a file of another format', '{"format":"org-routing-checkpoint","key":"a"}\n'],
    ['a damaged line', `${header}{"key":1}\n{"key":"a"}\n`],
    ['a request without mails', `${header}{"key":"a","startedAtMs":1,"mails":[]}\n`],
    ['an unknown state', `${header}{"key":"a","startedAtMs":1,"mails":[{"key":"a","state":"?"}]}\n`],
    ['an unknown time', `${header}{"key":"a","startedAtMs":"1","mails":[{"key":"a","state":"sent"}]}\n`],
    ['entries without a first line', `${JSON.stringify(entry('a'))}\n`],
  ])('refuses %s, and leaves it as it is', async (_what, content) => {
    const path = newPath();
    writeFileSync(path, content);
    await expect(fileJournal(path).open('acme')).rejects.toMatchObject({ code: 'configuration' });
    expect(readFileSync(path, 'utf8')).toBe(content);
  });

  it('refuses the journal of another service', async () => {
    const path = newPath();
    await written(path, entry('a'));
    await expect(fileJournal(path).open('other')).rejects.toThrow(/is of acme, not of other/);
  });

  it.each([
    '{"format":"org-email-journal","id":"x","provider":"acme"}\n{"key":"a","state":"sent","startedAtMs":1}\n',
    header.replace('2', '3'),
  ])('refuses the file of another version, which a new file would send again: %s', async (content) => {
    const path = newPath();
    writeFileSync(path, content);
    await expect(fileJournal(path).open('acme')).rejects.toMatchObject({
      code: 'configuration',
      outcome: 'not-sent',
      message: expect.stringContaining('would send every mail of the run again'),
    });
    expect(readFileSync(path, 'utf8')).toBe(content);
  });

  it('refuses wrong options and a write without open', async () => {
    expect(() => fileJournal('')).toThrow(/needs a path/);
    expect(() => fileJournal('x', { durability: 'none' as never })).toThrow(/durability/);
    await expect(fileJournal(newPath()).write(entry('a'))).rejects.toThrow(/not open/);
  });
});

it('refuses a second run while the first one has the file', async () => {
  const path = newPath();
  const first = fileJournal(path);
  await first.open('acme');
  await expect(fileJournal(path).open('acme')).rejects.toMatchObject({
    code: 'configuration',
    outcome: 'not-sent',
    message: expect.stringContaining(`process ${process.pid} on host`),
  });
  await first.close();
  expect((await recordsOf(path)).id).toEqual(expect.any(String));
});

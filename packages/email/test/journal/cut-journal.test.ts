// A journal that ends anywhere, as after a crash or a power failure, and the run that resumes with it.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFakeTransport, type FakeHttpAnswer, type FakeRequest } from '@org/core/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEmailClient, type EmailDriver } from '../../src/index.ts';
import { fileJournal, type JournalEntry } from '../../src/journal/index.ts';
import { batchMessage, batchServices } from '../support/batch-services.ts';

const folder = mkdtempSync(join(tmpdir(), 'cut-journal-'));
afterAll(() => rmSync(folder, { recursive: true }));

const count = 5;
const places = Array.from({ length: count }, (_, index) => index);
let files = 0;
const newPath = () => {
  files += 1;
  return join(folder, `${files}.jsonl`);
};

/** A mail service that recognises keys as the real one does, and counts its mails. */
class Service {
  readonly mails = places.map(() => 0);
  readonly requests: FakeRequest[] = [];
  readonly #name: string;
  readonly #known = new Map<string, { readonly body: string; readonly answer: FakeHttpAnswer }>();

  constructor(name: string) {
    this.#name = name;
  }

  receive(request: FakeRequest): FakeHttpAnswer {
    this.requests.push(request);
    const body = request.text();
    const key = request.headers.get('idempotency-key') ?? bodyKey(body);
    const known = key === undefined ? undefined : this.#known.get(key);
    // resend.com/docs/dashboard/emails/idempotency-keys: another payload is refused.
    if (known !== undefined && known.body !== body && this.#name === 'resend')
      return { status: 409, json: { statusCode: 409, name: 'invalid_idempotent_request', message: 'x' } };
    if (known !== undefined) return known.answer;
    const recipients = [...new Set(body.replaceAll('%40', '@').match(/\d@x\.dev/g) ?? [])];
    for (const each of recipients) this.mails[Number(each[0])] = (this.mails[Number(each[0])] ?? 0) + 1;
    const entries = recipients.map((to) => ({ to, id: `id-${to}` }));
    const isBatch = /batch|messageVersions|bulk/.test(request.url.pathname + body);
    const answer = batchServices[this.#name]?.answer(entries, isBatch) ?? 'never';
    if (key !== undefined) this.#known.set(key, { body, answer });
    return answer;
  }

  /** Sends the list in requests of two, and resolves with the outcome of each message. */
  async run(path: string): Promise<string[]> {
    const service = batchServices[this.#name]?.driver as EmailDriver;
    const transport = createFakeTransport([{ answer: (request) => this.receive(request) }]);
    const driver: EmailDriver = { ...service, capabilities: { ...service.capabilities, batch: 2 } };
    const client = { driver, transport, limiter: false, retry: false } as const;
    const journal = fileJournal(path, { durability: 'process' });
    const messages = places.map((place) => batchMessage(this.#name, `${place}@x.dev`));
    const options = { journal, firstIndex: 0, concurrency: 1 };
    const outcomes = await createEmailClient(client).sendBatch(messages, options);
    return outcomes.map((each) => (each.ok ? 'sent' : `${each.error.outcome}`));
  }
}

function bodyKey(body: string): string | undefined {
  return body.startsWith('{') ? JSON.parse(body).headers?.idempotencyKey : undefined;
}

const hasKeys = (name: string) => batchServices[name]?.driver.capabilities.idempotency !== 'none';

interface Line {
  readonly start: number;
  readonly end: number;
  readonly entry: JournalEntry;
}

/** The lines of a journal after the header, with their places in bytes. */
function linesOf(content: Buffer): Line[] {
  const lines: Line[] = [];
  for (let start = content.indexOf(10) + 1; start < content.length; ) {
    const end = content.indexOf(10, start) + 1;
    lines.push({ start, end, entry: JSON.parse(content.toString('utf8', start, end)) });
    start = end;
  }
  return lines;
}

describe.each(Object.keys(batchServices))('E19: a journal of batches of %s', (name) => {
  let content: Buffer;
  let sent: readonly FakeRequest[];
  beforeAll(async () => {
    const path = newPath();
    const service = new Service(name);
    expect(await service.run(path)).toEqual(places.map(() => 'sent'));
    content = readFileSync(path);
    sent = service.requests;
  });

  it('has a line at the start of each request and one at its end', () => {
    const states = linesOf(content).map(({ entry }) => entry.mails.map(({ state }) => state).join());
    const pair = ['started,started', 'sent,sent'];
    expect(states).toEqual([...pair, ...pair, 'started', 'sent']);
  });

  it.each([true, false])('resumes after a cut anywhere; the last request arrived: %s', async (arrived) => {
    const lines = linesOf(content);
    const [first] = lines as [Line];
    // Between two lines and inside one: the test of every byte, below, has the ends of each.
    const cuts = [0, first.start - 1, ...lines.flatMap(({ start, end }) => [start, end - 1])];
    for (const cut of [...cuts, content.length]) {
      const whole = lines.filter(({ end }) => end <= cut);
      const service = new Service(name);
      const started = Math.ceil(whole.length / 2);
      const ended = Math.floor(whole.length / 2);
      for (const request of sent.slice(0, arrived ? started : ended)) service.receive(request);
      const path = newPath();
      writeFileSync(path, content.subarray(0, cut));
      const outcomes = await service.run(path);
      const about = `cut at byte ${cut}`;
      const isInDoubt = (place: number) => {
        const request = Math.floor(place / 2);
        return !hasKeys(name) && request >= ended && request < started;
      };
      expect(outcomes, about).toEqual(places.map((place) => (isInDoubt(place) ? 'unknown' : 'sent')));
      expect(service.mails, about).toEqual(places.map((place) => (isInDoubt(place) && !arrived ? 0 : 1)));
      // Another run sends nothing, and says the same.
      const before = service.requests.length;
      expect(await service.run(path), about).toEqual(outcomes);
      expect(service.requests, about).toHaveLength(before);
    }
  });
});

it('E19: a journal that is cut after any byte has the entries of its whole lines', async () => {
  const path = newPath();
  await new Service('resend').run(path);
  const all = readFileSync(path);
  // Two requests: what follows has the same form.
  const lines = linesOf(all).slice(0, 3);
  const content = all.subarray(0, lines.at(-1)?.end);
  for (let cut = 0; cut <= content.length; cut += 1) {
    writeFileSync(path, content.subarray(0, cut));
    const journal = fileJournal(path, { durability: 'process' });
    const { find } = await journal.open('resend');
    const whole = lines.filter(({ end }) => end <= cut);
    const keys = lines.flatMap(({ entry }) => entry.mails.map(({ key }) => key));
    const found = await Promise.all(keys.map(async (key) => find(key)));
    const last = (key: string) => whole.findLast(({ entry }) => entry.mails.some((mail) => mail.key === key));
    expect(found, `byte ${cut}`).toEqual(keys.map((key) => last(key)?.entry));
    await journal.close();
  }
});

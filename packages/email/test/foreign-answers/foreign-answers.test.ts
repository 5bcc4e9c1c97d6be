// "Absent", "accepted" and "empty" are conclusions from a response of the service, and from no other.
import { isOrgError, type OrgError } from '@org/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EmailDriver } from '../../src/driver.ts';
import { allMethods, methodsOf, type PartName } from '../../src/model/capabilities.ts';
import { changesNothing, documented, isDocumented } from './documented.ts';
import { type StartedService, services } from './drivers.ts';
import { foreignAnswers } from './foreign-answers.ts';
import { furtherCalls } from './further-calls.ts';
import { openOn, type RecordedCall, recordCalls, type Session } from './record.ts';

/** The operations that the methods of the driver are: `contacts.get` is `contact.get`. */
function operationsOf({ capabilities }: EmailDriver): readonly string[] {
  const parts = Object.keys(allMethods) as PartName[];
  const operations = parts.flatMap((part) =>
    methodsOf(capabilities, part).map((name) => `${part.slice(0, -1)}.${name}`),
  );
  const local = ['webhook.parse', 'webhook.handler'];
  return ['send', ...operations].filter((name) => !local.includes(name));
}

/** The service of a replay, and the requests that it got. */
interface Replay {
  requests: string[];
  answer: (nth: number) => unknown;
}

interface Fault {
  readonly operation: string;
  readonly request: string;
  readonly what: string;
  readonly end: string;
}

/** The wrong ends of a call whose request `at` has a foreign answer. */
async function faultsOf(session: Session, replay: Replay, call: RecordedCall, at: number) {
  const faults: Fault[] = [];
  const { operation, input, requests, responses } = call;
  const request = requests[at] ?? '';
  const isRead = changesNothing.test(request);
  for (const { what, response } of foreignAnswers(responses[at]?.status ?? 200)) {
    replay.requests = [];
    replay.answer = (nth) => (nth === at ? response : (responses[nth] ?? response));
    const end = await session.execute(operation as never, input as never).then(
      (value) => `accepted: ${JSON.stringify(value)}`.slice(0, 100),
      (error: unknown) =>
        isOrgError(error) ? wrongEnd(error, what, isRead, replay.requests.slice(at + 1)) : `${error}`,
    );
    if (end !== undefined) faults.push({ operation, request, what, end });
  }
  return faults;
}

/** A refusal is the service's: a 2xx of another one leaves open what the service did. */
function wrongEnd({ code, outcome }: OrgError, what: string, isRead: boolean, later: readonly string[]) {
  const isSuccess = what.startsWith('2');
  if (isSuccess && code !== 'response-format') return code;
  const undone = later.some((request) => request.startsWith('DELETE'));
  if (isSuccess && !isRead && outcome === 'not-sent' && !undone) return outcome;
  return later.find((request) => /^(?:POST|PUT|PATCH)/.test(request)) && `went on: ${later}`;
}

describe.each(Object.entries(services))('C27: %s', (name, start) => {
  let service: StartedService;
  let driver: EmailDriver;
  let calls: readonly RecordedCall[];
  beforeAll(async () => {
    service = await start();
    calls = await recordCalls(service.open, expect as never, furtherCalls[name]);
    driver = (await service.open()).driver as EmailDriver;
  });
  afterAll(() => service.close());

  it('has a recorded call of each operation', () => {
    const recorded = calls.map(({ operation }) => operation);
    expect(operationsOf(driver).filter((operation) => !recorded.includes(operation))).toEqual([]);
  });

  it('takes no foreign answer for an acceptance, for absence or for an empty list', async () => {
    const replay: Replay = { requests: [], answer: () => undefined };
    const session = openOn(driver, async ({ method, url }) => {
      replay.requests.push(`${method} ${new URL(url).pathname}`);
      return replay.answer(replay.requests.length - 1) as never;
    });
    const faults: Fault[] = [];
    for (const call of calls)
      for (const at of call.responses.keys()) faults.push(...(await faultsOf(session, replay, call, at)));
    await session.close();
    const isAllowed = ({ request, what, end }: Fault) =>
      end.startsWith('accepted') && isDocumented(name, request, what);
    expect(faults.filter((fault) => !isAllowed(fault))).toEqual([]);
    const idle = (documented[name] ?? []).filter(
      ([of]) => !faults.some((fault) => isAllowed(fault) && of.test(fault.request)),
    );
    expect(idle).toEqual([]);
  });
});

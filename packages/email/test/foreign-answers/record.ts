// The operations of a driver as the contract suite calls them: each with its input, and with the responses
// that the service gave. A response of another service can then take the place of any of them.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { ServiceResponse, Transport } from '@org/core';
import type { DriverSession } from '@org/core/driver';
import { createEmailClient } from '../../src/client.ts';
import type { AllOperations, EmailDriver } from '../../src/driver.ts';
import { batchTests } from '../../src/testing/batch.ts';
import { contactTests } from '../../src/testing/contacts.ts';
import { listTests } from '../../src/testing/lists.ts';
import { messageTests } from '../../src/testing/messages.ts';
import type { EmailDriverHarness, TestFramework } from '../../src/testing/scene/harness.ts';
import { type AnyClient, openClient, type Scene } from '../../src/testing/scene/scene.ts';
import { suppressionTests } from '../../src/testing/suppressions.ts';
import { templateTests } from '../../src/testing/templates.ts';
import { webhookTests } from '../../src/testing/webhooks.ts';
import { createWire } from '../../src/testing/wire.ts';

const tests = [
  ...batchTests,
  ...templateTests,
  ...contactTests,
  ...listTests,
  ...suppressionTests,
  ...messageTests,
  ...webhookTests.filter(([name]) => name.startsWith('creates')),
];

export type Session = DriverSession<AllOperations>;

/** A call that succeeded, with the responses to its requests in their order. */
export interface RecordedCall {
  readonly operation: string;
  readonly input: unknown;
  /** `GET /v3/contacts` */
  readonly requests: readonly string[];
  readonly responses: readonly ServiceResponse[];
}

export function openOn(driver: EmailDriver, transport: Transport): Session {
  return driver.open({ transport, limiter: false, retry: false }) as unknown as Session;
}

/** The driver, whose successful calls are added to `calls`. */
function recording(driver: EmailDriver, calls: RecordedCall[]): EmailDriver {
  const current = new AsyncLocalStorage<{ requests: string[]; responses: ServiceResponse[] }>();
  const wire = createWire(async ({ method, url }, forward) => {
    const response = await forward();
    current.getStore()?.requests.push(`${method} ${url.pathname}`);
    current.getStore()?.responses.push(response);
    return response;
  });
  return {
    ...driver,
    open({ runtime }) {
      const options = { transport: wire.transport, limiter: false, retry: false, runtime } as const;
      const session = driver.open(options) as unknown as Session;
      const execute = async (operation: never, input: never, callOptions: object | undefined) => {
        const record = { requests: [], responses: [] };
        const result = await current.run(record, () => session.execute(operation, input, callOptions));
        if (record.requests.length > 0) calls.push({ operation, input, ...record });
        return result;
      };
      return { ...session, execute, compose: undefined } as never;
    },
  };
}

/** One call for each way through each operation of the driver. */
export async function recordCalls(
  open: () => Promise<EmailDriverHarness>,
  expect: TestFramework['expect'],
  further: (email: AnyClient) => Promise<unknown> = async () => {},
): Promise<readonly RecordedCall[]> {
  const calls: RecordedCall[] = [];
  const all = [...tests, ['further', ({ email }: Scene) => further(email)] as const];
  for (const [, run] of all) {
    const { driver, ...harness } = await open();
    const { capabilities } = driver;
    const recorded = recording(driver as EmailDriver, calls);
    const { placeholder = (word: string) => `{{${word}}}` } = harness;
    const openOf = (options: object) => openClient(createEmailClient, options);
    const email = openOf({ driver: recorded, runtime: harness.runtime });
    try {
      await run({ ...harness, driver: recorded, placeholder, expect, email, capabilities, open: openOf });
    } finally {
      await email.close();
      await harness.close();
    }
  }
  return distinct(calls);
}

/** Calls of one operation with other requests go another way through it. */
function distinct(calls: readonly RecordedCall[]): readonly RecordedCall[] {
  const seen = new Map<string, RecordedCall>();
  for (const call of calls) {
    const methods = call.requests.map((request) => request.split(' ')[0]);
    const key = [call.operation, ...methods, ...call.responses.map(({ status }) => status)].join();
    if (!seen.has(key)) seen.set(key, call);
  }
  return [...seen.values()];
}

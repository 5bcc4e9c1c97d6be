// Every driver of an HTTP API, with a service that answers as its own does.
import type { EmailDriver } from '@org/email';
import { generic } from '@org/email/generic';
import { plunk } from '@org/email/plunk';
import type { EmailDriverHarness } from '@org/email/testing';
import { startMailService } from '../../../sandbox/src/mail/service/service.ts';
import { drivers, stored } from '../../../sandbox/test/mail-doors/drivers.ts';
import { readMailbox } from '../../../sandbox/test/mail-doors/read-mailbox.ts';
import { acme } from '../generic/acme.ts';
import { startAcme } from '../generic/stand-in.ts';

/** A service, and what its driver needs for each test of the suite. */
export interface StartedService {
  /** Empties the service. */
  open(): Promise<EmailDriverHarness>;
  close(): Promise<void>;
}

const keepOpen = async () => {};

async function startOnSandbox(name: string): Promise<StartedService> {
  const { create, prepare, ...needs } = drivers[name] ?? { create: plunk, ...plunkNeeds };
  const service = await startMailService({ strict: true, ...(name === 'loops' && { seed: stored }) });
  const { apiKey, apiUrl } = service;
  const { url: baseUrl, apiKey: own } = service.services[name] ?? { url: apiUrl, apiKey };
  const credentials = { apiKey: own, baseUrl };
  return {
    async open() {
      service.reset();
      await prepare?.(credentials);
      const driver = create(credentials);
      return { driver, received: () => readMailbox(service), close: keepOpen, ...needs };
    },
    close: () => service.close(),
  };
}

const plunkNeeds = {
  prepare: undefined,
  template: { from: 'Ann <ann@acme.dev>' },
  eventFilter: () => ({ recipient: 'bob@example.com' }),
} satisfies Partial<EmailDriverHarness> & { prepare: undefined };

async function startGeneric(): Promise<StartedService> {
  return {
    async open() {
      const { url: baseUrl, mails, close } = await startAcme();
      const driver = generic(acme, { apiKey: 'good', baseUrl }) as EmailDriver;
      return { driver, received: () => mails, close };
    },
    close: keepOpen,
  };
}

export const services: Readonly<Record<string, () => Promise<StartedService>>> = {
  ...Object.fromEntries([...Object.keys(drivers), 'plunk'].map((name) => [name, () => startOnSandbox(name)])),
  generic: startGeneric,
};

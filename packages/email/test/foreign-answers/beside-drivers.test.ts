// Functions with requests of their own, beside the operations of drivers.
import { createServiceResponse, isOrgError, type Transport } from '@org/core';
import { createEmailClient } from '@org/email';
import { createPlunkTracker, type PlunkApi, plunk, plunkApi } from '@org/email/plunk';
import { getSesAccount, ses } from '@org/email/ses';
import { describe, expect, it } from 'vitest';
import { foreignAnswers } from './foreign-answers.ts';

const limits = { limiter: false, retry: false } as const;
const plunkOn = (transport: Transport) =>
  plunkApi(createEmailClient({ driver: plunk({ apiKey: 'sk_key' }), transport, ...limits }));

type Calls<Part> = {
  readonly [Name in keyof Part]: readonly [isWrite: boolean, call: (part: Part) => unknown];
};

const campaign = { name: 'May', subject: 'Hi', html: 'Hi', from: 'ann@acme.dev', audience: 'all' } as const;
const email = 'bob@example.com';
const contacts: Calls<PlunkApi['contacts']> = {
  lookUp: [false, (part) => part.lookUp([email])],
  findByEmail: [false, (part) => part.findByEmail(email)],
  subscribe: [true, (part) => part.subscribe(['1'])],
  unsubscribe: [true, (part) => part.unsubscribe(['1'])],
  delete: [true, (part) => part.delete(['1'])],
  bulkStatus: [false, (part) => part.bulkStatus('1')],
};
const campaigns: Calls<PlunkApi['campaigns']> = {
  list: [false, (part) => part.list()[Symbol.asyncIterator]().next()],
  get: [false, (part) => part.get('1')],
  create: [true, (part) => part.create(campaign)],
  update: [true, (part) => part.update('1', { name: 'June' })],
  delete: [true, (part) => part.delete('1')],
  duplicate: [true, (part) => part.duplicate('1')],
  send: [true, (part) => part.send('1')],
  cancel: [true, (part) => part.cancel('1')],
  sendTest: [true, (part) => part.sendTest('1', email)],
  stats: [false, (part) => part.stats('1')],
};

type Case = readonly [name: string, isWrite: boolean, run: (transport: Transport) => unknown];

const ofPart = <Name extends 'contacts' | 'campaigns'>(name: Name, calls: Calls<PlunkApi[Name]>) =>
  Object.entries<readonly [boolean, (part: PlunkApi[Name]) => unknown]>(calls).map(
    ([method, [isWrite, call]]): Case => [
      `plunkApi().${name}.${method}`,
      isWrite,
      (transport) => call(plunkOn(transport)[name]),
    ],
  );

const cases: readonly Case[] = [
  ['plunkApi().verify', false, (transport) => plunkOn(transport).verify(email)],
  ...ofPart('contacts', contacts),
  ...ofPart('campaigns', campaigns),
  [
    'createPlunkTracker().track',
    true,
    (transport) =>
      createPlunkTracker({ publicKey: 'pk_key', transport, ...limits }).track({ event: 'seen', email }),
  ],
  [
    'getSesAccount',
    false,
    (transport) => {
      const credentials = { accessKeyId: 'id', secretAccessKey: 'secret' };
      const driver = ses({ region: 'eu-west-1', credentials });
      return getSesAccount(createEmailClient({ driver, transport, ...limits }));
    },
  ],
];

describe('C27: functions beside the drivers', () => {
  it.each(cases)(
    '%s takes no foreign answer for an acceptance or for absence',
    async (_name, isWrite, run) => {
      const wrong: unknown[] = [];
      for (const { what, response } of foreignAnswers(200)) {
        const { status, headers, bytes } = response;
        const transport: Transport = async () => createServiceResponse(status, headers, bytes);
        const end = await Promise.resolve(run(transport)).then(
          (value) => `accepted: ${JSON.stringify(value)}`,
          (error: unknown) => {
            if (!isOrgError(error)) return `${error}`;
            return isWrite && status < 300 && error.outcome !== 'unknown' ? error.outcome : undefined;
          },
        );
        if (end !== undefined) wrong.push([what, end]);
      }
      expect(wrong).toEqual([]);
    },
  );
});

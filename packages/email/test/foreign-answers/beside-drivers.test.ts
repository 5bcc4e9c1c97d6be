// Functions with requests of their own, beside the operations of drivers.
import { createServiceResponse, isOrgError, type Transport } from '@org/core';
import { createEmailClient } from '@org/email';
import { type PlunkContactApi, plunk, plunkApi } from '@org/email/plunk';
import { getSesAccount, ses } from '@org/email/ses';
import { describe, expect, it } from 'vitest';
import { foreignAnswers } from './foreign-answers.ts';

const limits = { limiter: false, retry: false } as const;
const plunkOn = (transport: Transport) =>
  plunkApi(createEmailClient({ driver: plunk({ apiKey: 'sk_key' }), transport, ...limits }));

type Calls<Part> = {
  readonly [Name in keyof Part]: readonly [isWrite: boolean, call: (part: Part) => unknown];
};

const email = 'bob@example.com';
const contacts: Calls<PlunkContactApi> = {
  lookUp: [false, (part) => part.lookUp([email])],
  findByEmail: [false, (part) => part.findByEmail(email)],
  subscribe: [true, (part) => part.subscribe(['1'])],
  unsubscribe: [true, (part) => part.unsubscribe(['1'])],
  delete: [true, (part) => part.delete(['1'])],
  bulkStatus: [false, (part) => part.bulkStatus('1')],
};
type Case = readonly [name: string, isWrite: boolean, run: (transport: Transport) => unknown];

const cases: readonly Case[] = [
  ['plunkApi().verify', false, (transport) => plunkOn(transport).verify(email)],
  ...Object.entries<Calls<PlunkContactApi>[keyof PlunkContactApi]>(contacts).map(
    ([method, [isWrite, call]]): Case => [
      `plunkApi().contacts.${method}`,
      isWrite,
      (transport) => call(plunkOn(transport).contacts),
    ],
  ),
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

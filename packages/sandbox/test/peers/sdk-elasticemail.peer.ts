// Every operation of Elastic Email's client for JavaScript.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MailService, startMailService } from '../../src/mail/service/service.ts';
import { type Call, elasticemailRows } from './support/elasticemail-rows.ts';
import type { Foreign } from './support/mailpit-clients.ts';
import { installSdk, runTable } from './support/operations.ts';

let service: MailService;
beforeAll(async () => {
  service = await startMailService({ strict: true });
});
afterAll(() => service.close());

const name = '@elasticemail/elasticemail-client-ts-axios';
const version = '4.0.22';
const sdk = await installSdk(name, version);

/** Its axios 0.21 cannot send a form in Node: these are tested without it. */
const isForm = /ImportPost$|verificationsFilesPost$/;
const isLeftOut = /^(?:files|inboundroute|subaccounts|verifications)|Export/;

describe.skipIf(sdk === undefined)(`${name} ${version}`, () => {
  it('has an answer for every operation', async () => {
    const { url, apiKey } = service.services['elasticemail'] ?? { url: '', apiKey: '' };
    const configuration = new sdk.Configuration({ apiKey, basePath: url });
    const clients: readonly Foreign[] = Object.keys(sdk)
      .filter((each) => /[a-z]Api$/.test(each))
      .map((each) => new sdk[each](configuration));
    const methodsOf = (client: Foreign) =>
      Object.getOwnPropertyNames(Object.getPrototypeOf(client)).filter((each) => each !== 'constructor');
    const surface = clients.flatMap(methodsOf);
    const call: Call = async (method, ...given) => {
      const client = clients.find((each) => methodsOf(each).includes(method));
      return (await client[method](...given)).data;
    };
    const failures = await runTable({
      title: `${name} ${version}`,
      surface,
      rows: elasticemailRows(call),
      leftOut: surface
        .filter((method) => isLeftOut.test(method) && !isForm.test(method))
        .map((method) => [method, () => call(method, 'a', 'b', 'c'), undefined]),
      unrelated: surface.filter((method) => isForm.test(method)),
    });
    expect(failures).toEqual([]);
  });
});

// Every operation that the types of Mailjet's SDK for JavaScript name.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MailService, startMailService } from '../../src/mail/service/service.ts';
import { type Ask, mailjetRows } from './support/mailjet-rows.ts';
import { installSdk, installSdkFolder, runTable } from './support/operations.ts';

let service: MailService;
beforeAll(async () => {
  service = await startMailService({ strict: true });
});
afterAll(() => service.close());

const version = '6.0.11';
const sdk = await installSdk('node-mailjet', version);

/** `GetContact` of `type GetContactResponse`. */
async function namesOfTypes(): Promise<readonly string[]> {
  const folder = await installSdkFolder('node-mailjet', version);
  const types = join(folder, 'node_modules/node-mailjet/declarations/types/api');
  const text = readdirSync(types).map((file) => readFileSync(join(types, file), 'utf8'));
  const names = text.join('\n').matchAll(/type ((?:Get|Post|Put|Delete)\w*)Response\b/g);
  return [...new Set([...names].map(([, name = '']) => name))];
}

/** A call of each kind of operation that the sandbox does not have; the types have no paths. */
const leftOut: Readonly<Record<string, readonly [method: string, target: string]>> = {
  GetBounceStatistics: ['get', 'bouncestatistics'],
  GetCampaign: ['get', 'campaign'],
  PutCampaign: ['put', 'campaign/1'],
  GetCampaignDraft: ['get', 'campaigndraft'],
  PostCampaignDraft: ['post', 'campaigndraft'],
  PutCampaignDraft: ['put', 'campaigndraft/1'],
  GetCampaignDraftDetailContent: ['get', 'campaigndraft/1/detailcontent'],
  PostCampaignDraftDetailContent: ['post', 'campaigndraft/1/detailcontent'],
  GetCampaignDraftSchedule: ['get', 'campaigndraft/1/schedule'],
  PostCampaignDraftSchedule: ['post', 'campaigndraft/1/schedule'],
  PutCampaignDraftSchedule: ['put', 'campaigndraft/1/schedule'],
  GetCampaignOverview: ['get', 'campaignoverview'],
  GetClickStatistics: ['get', 'clickstatistics'],
  GetContactStatistics: ['get', 'contactstatistics'],
  GetContactsListSignup: ['get', 'contactslistsignup'],
  GetContactsListImportList: ['get', 'contactslist/1/importlist/1'],
  PostContactsListImportList: ['post', 'contactslist/1/importlist'],
  GetContactsListVerify: ['get', 'contactslist/1/verify/1'],
  GetCSVImport: ['get', 'csvimport'],
  PostCSVImport: ['post', 'csvimport'],
  PutCSVImport: ['put', 'csvimport/1'],
  GetGEOStatistics: ['get', 'geostatistics'],
  GetLinkClickStatistics: ['get', 'statistics/link-click'],
  GetListRecipientStatistics: ['get', 'listrecipientstatistics'],
  GetMetaSender: ['get', 'metasender'],
  PostMetaSender: ['post', 'metasender'],
  PutMetaSender: ['put', 'metasender/1'],
  GetOpenInformation: ['get', 'openinformation'],
  GetParseRoute: ['get', 'parseroute'],
  PostParseRoute: ['post', 'parseroute'],
  PutParseRoute: ['put', 'parseroute/1'],
  PutMyProfile: ['put', 'myprofile'],
  PutUser: ['put', 'user'],
  GetRecipientESPStatistics: ['get', 'statistics/recipient-esp'],
  GetTopLinkClicked: ['get', 'toplinkclicked'],
  GetUserAgentStatistics: ['get', 'useragentstatistics'],
};

describe.skipIf(sdk === undefined)(`node-mailjet ${version}`, () => {
  it('has an answer for every operation', async () => {
    const { url, apiKey } = service.services['mailjet'] ?? { url: '', apiKey: '' };
    const host = url.replace(/^http:\/\//, '');
    const client = sdk.apiConnect(apiKey, service.env['MAILJET_SECRET_KEY'], { config: { host } });
    const ask: Ask = async (method, target, given, of = 'v3') => {
      const [resource, id, action, actionId] = target.split('/');
      let request = client[method](resource, { version: of });
      request.constructor.protocol = 'http://';
      const isAction = id !== undefined && !/^\d+$|@|\./.test(id);
      if (id !== undefined) request = isAction ? request.action(id) : request.id(id);
      if (action !== undefined)
        request = /^\d+$/.test(action) && isAction ? request.id(action) : request.action(action);
      if (actionId !== undefined) request = request.id(actionId);
      const isQuery = method === 'get' || method === 'delete';
      return (await request.request(isQuery ? undefined : (given ?? {}), isQuery ? given : undefined)).body;
    };
    const rows = mailjetRows(ask);
    // Deletions and the sending have no types of their own.
    const surface = new Set([...(await namesOfTypes()), ...rows.map(([name]) => name)]);
    const failures = await runTable({
      title: `node-mailjet ${version}`,
      surface: [...surface],
      rows,
      leftOut: Object.entries(leftOut).map(([name, [method, target]]) => [
        name,
        () => ask(method, target),
        undefined,
      ]),
      // Text messages are not mail.
      unrelated: [...surface].filter((name) => name.includes('SMS')),
    });
    expect(failures).toEqual([]);
  });
});

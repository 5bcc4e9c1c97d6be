// The operations of node-mailjet by the names of their types: `GetContact`.
import { expect } from 'vitest';
import type { Foreign } from './mailpit-clients.ts';
import type { Row } from './operations.ts';

const bob = 'bob@example.com';
const data = (part: object) => ({ Data: [part] });

/** Calls `method resource/id/action` with a body or a query, and returns the body of the answer. */
export type Ask = (method: string, target: string, given?: object, version?: string) => Promise<Foreign>;

const bookRows = (ask: Ask): readonly Row[] => {
  let [list, other, recipient, property, segment] = [0, 0, 0, 0, 0];
  return [
    [
      'PostContactList',
      async () => {
        const made = await ask('post', 'contactslist', { Name: 'L' });
        list = made.Data[0].ID;
        other = (await ask('post', 'contactslist', { Name: 'Other' })).Data[0].ID;
        return made;
      },
      data({ Name: 'L' }),
    ],
    ['PutContactList', () => ask('put', `contactslist/${list}`, { Name: 'M' }), data({ Name: 'M' })],
    ['GetContactList', () => ask('get', 'contactslist'), { Count: 2, Data: [{ Name: 'M' }, {}] }],
    [
      'PostContact',
      () => ask('post', 'contact', { Email: bob, Name: 'Bob' }),
      data({ Email: bob, Name: 'Bob' }),
    ],
    ['PutContact', () => ask('put', `contact/${bob}`, { Name: 'Bobby' }), data({ Name: 'Bobby' })],
    ['GetContact', () => ask('get', `contact/${bob}`), data({ Email: bob, Name: 'Bobby' })],
    [
      'PostContactMetaData',
      async () => {
        const made = await ask('post', 'contactmetadata', {
          Name: 'plan',
          Datatype: 'str',
          NameSpace: 'static',
        });
        property = made.Data[0].ID;
        return made;
      },
      data({ Name: 'plan', Datatype: 'str' }),
    ],
    [
      'PutContactMetaData',
      () => ask('put', `contactmetadata/${property}`, { Name: 'level' }),
      data({ Name: 'level', Datatype: 'str' }),
    ],
    ['GetContactMetaData', () => ask('get', `contactmetadata/${property}`), data({ Name: 'level' })],
    [
      'PutContactData',
      () => ask('put', `contactdata/${bob}`, { Data: [{ Name: 'level', Value: 'pro' }] }),
      data({ ContactID: expect.any(Number) }),
    ],
    [
      'GetContactData',
      () => ask('get', `contactdata/${bob}`),
      data({ Data: [{ Name: 'level', Value: 'pro' }] }),
    ],
    [
      'PostContactsListManageContact',
      () => ask('post', `contactslist/${list}/managecontact`, { Email: bob, Action: 'addnoforce' }),
      data({ Email: bob }),
    ],
    [
      'PostContactsListManageManyContacts',
      () =>
        ask('post', `contactslist/${list}/managemanycontacts`, {
          Action: 'addnoforce',
          Contacts: [{ Email: 'eve@example.com' }],
        }),
      data({ JobID: expect.any(Number) }),
    ],
    [
      'GetContactsListManageManyContacts',
      () => ask('get', `contactslist/${list}/managemanycontacts/1`),
      data({ Status: 'Completed' }),
    ],
    [
      'PostContactManageManyContacts',
      () => ask('post', 'contact/managemanycontacts', { Contacts: [{ Email: 'fay@example.com' }] }),
      data({ JobID: expect.any(Number) }),
    ],
    [
      'GetContactManageManyContacts',
      () => ask('get', 'contact/managemanycontacts/1'),
      data({ Status: 'Completed' }),
    ],
    [
      'PostContactManageContactsLists',
      () =>
        ask('post', `contact/${bob}/managecontactslists`, {
          ContactsLists: [{ ListID: other, Action: 'addnoforce' }],
        }),
      data({ ContactsLists: [{ ListID: expect.any(Number) }] }),
    ],
    [
      'GetContactGetContactsLists',
      () => ask('get', `contact/${bob}/getcontactslists`),
      { Count: 2, Data: [{ IsUnsub: false }, {}] },
    ],
    [
      'PostListRecipient',
      async () => {
        const made = await ask('post', 'listrecipient', {
          ContactALT: 'fay@example.com',
          ListID: list,
          IsUnsubscribed: true,
        });
        recipient = made.Data[0].ID;
        return made;
      },
      data({ IsUnsubscribed: true }),
    ],
    [
      'PutListRecipient',
      () => ask('put', `listrecipient/${recipient}`, { IsUnsubscribed: false }),
      data({ IsUnsubscribed: false }),
    ],
    ['GetListRecipient', () => ask('get', 'listrecipient', { ContactsList: list }), { Count: 3 }],
    ['DeleteListRecipient', () => ask('delete', `listrecipient/${recipient}`), undefined],
    ['GetListRecipient', () => ask('get', 'listrecipient', { ContactsList: list }), { Count: 2 }],
    [
      'PostContactFilter',
      async () => {
        const made = await ask('post', 'contactfilter', { Name: 'S', Expression: 'level="pro"' });
        segment = made.Data[0].ID;
        return made;
      },
      data({ Name: 'S', Status: 'unused' }),
    ],
    [
      'PutContactFilter',
      () => ask('put', `contactfilter/${segment}`, { Name: 'T' }),
      data({ Name: 'T', Expression: 'level="pro"' }),
    ],
    ['GetContactFilter', () => ask('get', `contactfilter/${segment}`), data({ Name: 'T' })],
    ['DeleteContactFilter', () => ask('delete', `contactfilter/${segment}`), undefined],
    ['GetContactFilter', () => ask('get', 'contactfilter'), { Count: 0 }],
    ['DeleteContactMetaData', () => ask('delete', `contactmetadata/${property}`), undefined],
    ['DeleteContactList', () => ask('delete', `contactslist/${list}`), undefined],
  ];
};

const accountRows = (ask: Ask): readonly Row[] => {
  let [sender, key, hook] = [0, 0, 0];
  const url = 'http://127.0.0.1:9/a';
  return [
    [
      'PostSender',
      async () => {
        const made = await ask('post', 'sender', { Email: 'ann@acme.dev', Name: 'Ann' });
        sender = made.Data[0].ID;
        return made;
      },
      data({ Email: 'ann@acme.dev', Status: 'Active' }),
    ],
    ['PutSender', () => ask('put', `sender/${sender}`, { Name: 'Anna' }), data({ Name: 'Anna' })],
    ['GetSender', () => ask('get', `sender/${sender}`), data({ Name: 'Anna', Email: 'ann@acme.dev' })],
    ['PostSenderValidate', () => ask('post', `sender/${sender}/validate`), data({ GlobalError: '' })],
    ['GetDNS', () => ask('get', 'dns/acme.dev'), data({ Domain: 'acme.dev', DKIMStatus: 'OK' })],
    ['PostDNSCheck', () => ask('post', 'dns/acme.dev/check'), data({ SPFStatus: 'OK' })],
    ['DeleteSender', () => ask('delete', `sender/${sender}`), undefined],
    [
      'PostApiKey',
      async () => {
        const made = await ask('post', 'apikey', { Name: 'K' });
        key = made.Data[0].ID;
        return made;
      },
      data({ Name: 'K', IsActive: true }),
    ],
    ['PutApiKey', () => ask('put', `apikey/${key}`, { IsActive: false }), data({ IsActive: false })],
    ['GetApiKey', () => ask('get', `apikey/${key}`), data({ Name: 'K', IsActive: false })],
    [
      'PostEventCallbackUrl',
      async () => {
        const made = await ask('post', 'eventcallbackurl', { EventType: 'open', Url: url });
        hook = made.Data[0].ID;
        return made;
      },
      data({ EventType: 'open', Url: url }),
    ],
    [
      'PutEventCallbackUrl',
      () => ask('put', `eventcallbackurl/${hook}`, { Url: `${url}b` }),
      data({ Url: `${url}b`, EventType: 'open' }),
    ],
    ['GetEventCallbackUrl', () => ask('get', `eventcallbackurl/${hook}`), data({ Url: `${url}b` })],
    ['DeleteEventCallbackUrl', () => ask('delete', `eventcallbackurl/${hook}`), undefined],
    ['GetUser', () => ask('get', 'user'), { Count: 1 }],
    ['GetMyProfile', () => ask('get', 'myprofile'), { Count: 1 }],
  ];
};

const mailRows = (ask: Ask): readonly Row[] => {
  let [template, message] = [0, ''];
  const content = {
    'Html-part': '<p>{{var:name:"friend"}}</p>',
    'Text-part': 'x',
    Headers: { Subject: 'Hi' },
  };
  const mail = { From: { Email: 'ann@acme.dev' }, To: [{ Email: bob }], Subject: 'Hi', TextPart: 'x' };
  return [
    [
      'PostTemplate',
      async () => {
        const made = await ask('post', 'template', { Name: 'T', Author: 'ann' });
        template = made.Data[0].ID;
        return made;
      },
      data({ Name: 'T' }),
    ],
    ['PutTemplate', () => ask('put', `template/${template}`, { Author: 'bob' }), data({ Author: 'bob' })],
    ['GetTemplate', () => ask('get', `template/${template}`), data({ Name: 'T', Author: 'bob' })],
    [
      'PostTemplateDetailContent',
      () => ask('post', `template/${template}/detailcontent`, content),
      data({ 'Text-part': 'x' }),
    ],
    [
      'PutTemplateDetailContent',
      () => ask('put', `template/${template}/detailcontent`, { 'Text-part': 'y' }),
      data({ 'Text-part': 'y' }),
    ],
    [
      'GetTemplateDetailContent',
      () => ask('get', `template/${template}/detailcontent`),
      data({ 'Text-part': 'y', 'Html-part': content['Html-part'] }),
    ],
    [
      'send v3.1',
      async () => {
        const sent = await ask(
          'post',
          'send',
          { Messages: [{ ...mail, TemplateID: template, TemplateLanguage: true }] },
          'v3.1',
        );
        message = String(sent.Messages[0].To[0].MessageID);
        return sent;
      },
      { Messages: [{ Status: 'success', To: [{ Email: bob }] }] },
    ],
    [
      'send v3',
      () =>
        ask('post', 'send', {
          FromEmail: 'ann@acme.dev',
          Recipients: [{ Email: bob }],
          Subject: 'Hi',
          'Text-part': 'x',
        }),
      { Sent: [{ Email: bob, MessageID: expect.anything() }] },
    ],
    ['GetMessages', () => ask('get', 'message'), { Count: 2 }],
    ['GetMessageHistory', () => ask('get', `messagehistory/${message}`), data({ EventType: 'sent' })],
    [
      'GetMessageInformation',
      () => ask('get', 'messageinformation'),
      { Count: 2, Data: [{ RcptCount: 1 }, {}] },
    ],
    [
      'GetStatCounters',
      () =>
        ask('get', 'statcounters', {
          CounterSource: 'APIKey',
          CounterTiming: 'Message',
          CounterResolution: 'Lifetime',
        }),
      data({ Total: 2, MessageSentCount: 2 }),
    ],
    ['DeleteTemplate', () => ask('delete', `template/${template}`), undefined],
  ];
};

export const mailjetRows = (ask: Ask): readonly Row[] => [
  ...bookRows(ask),
  ...accountRows(ask),
  ...mailRows(ask),
];

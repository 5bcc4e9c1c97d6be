// The operations of Elastic Email's client by the names of its methods.
import { expect } from 'vitest';
import type { Foreign } from './mailpit-clients.ts';
import type { Row } from './operations.ts';

const bob = 'bob@example.com';
const eve = 'eve@example.com';
const body = [{ ContentType: 'HTML', Content: '<p>Hi {name}</p>' }];
const content = { From: 'ann@acme.dev', Subject: 'Hi {name}', Body: body, Merge: { name: 'all' } };

/** Calls a method of any of the client's classes, and returns the data of the answer. */
export type Call = (name: string, ...given: readonly unknown[]) => Promise<Foreign>;

const bookRows = (call: Call): readonly Row[] => [
  ['listsPost', () => call('listsPost', { ListName: 'L' }), { ListName: 'L' }],
  ['listsByNamePut', () => call('listsByNamePut', 'L', { NewListName: 'M' }), { ListName: 'M' }],
  ['listsByNameGet', () => call('listsByNameGet', 'M'), { ListName: 'M', DateAdded: expect.any(String) }],
  ['listsGet', () => call('listsGet'), [{ ListName: 'M' }]],
  [
    'contactsPost',
    () => call('contactsPost', [{ Email: bob, FirstName: 'Bob', CustomFields: { name: 'Bob' } }]),
    [{ Email: bob, FirstName: 'Bob' }],
  ],
  [
    'contactsByEmailPut',
    () => call('contactsByEmailPut', bob, { FirstName: 'Bobby', CustomFields: { name: 'Bobby' } }),
    { FirstName: 'Bobby' },
  ],
  [
    'contactsByEmailGet',
    () => call('contactsByEmailGet', bob),
    { Email: bob, FirstName: 'Bobby', CustomFields: { name: 'Bobby' } },
  ],
  ['contactsGet', () => call('contactsGet'), [{ Email: bob }]],
  [
    'listsByNameContactsPost',
    () => call('listsByNameContactsPost', 'M', { Emails: [bob] }),
    { ListName: 'M' },
  ],
  ['contactsPost', () => call('contactsPost', [{ Email: eve, FirstName: 'Eve' }], ['M']), [{ Email: eve }]],
  ['contactsByEmailGet', () => call('contactsByEmailGet', eve), { FirstName: 'Eve' }],
  ['segmentsPost', () => call('segmentsPost', { Name: 'S', Rule: "email LIKE '%a%'" }), { Name: 'S' }],
  ['segmentsByNamePut', () => call('segmentsByNamePut', 'S', { Name: 'S', Rule: 'x' }), { Rule: 'x' }],
  ['segmentsByNameGet', () => call('segmentsByNameGet', 'S'), { Name: 'S', Rule: 'x' }],
  ['segmentsGet', () => call('segmentsGet'), [{ Name: 'S' }]],
  ['segmentsByNameDelete', () => call('segmentsByNameDelete', 'S'), undefined],
  ['segmentsGet', () => call('segmentsGet'), (all: Foreign) => expect(all).toEqual([])],
];

const mailRows = (call: Call): readonly Row[] => {
  let [transaction, message] = ['', ''];
  const template = { Name: 'T', Subject: 'S', Body: body, TemplateScope: 'Personal' };
  const campaign = { Name: 'C', Recipients: { ListNames: ['M'] }, Content: [content] };
  const merge = Buffer.from(`Email,name\n${bob},Bob\n${eve},Eve`).toString('base64');
  return [
    ['templatesPost', () => call('templatesPost', template), { Name: 'T' }],
    [
      'templatesByNamePut',
      () => call('templatesByNamePut', 'T', { ...template, Subject: 'U' }),
      { Subject: 'U' },
    ],
    ['templatesByNameGet', () => call('templatesByNameGet', 'T'), { Name: 'T', Subject: 'U', Body: body }],
    ['templatesGet', () => call('templatesGet', ['Personal']), [{ Name: 'T' }]],
    [
      'emailsPost',
      () => call('emailsPost', { Recipients: [{ Email: bob, Fields: { name: 'Bob' } }], Content: content }),
      { TransactionID: expect.any(String) },
    ],
    [
      'emailsMergefilePost',
      () =>
        call('emailsMergefilePost', { MergeFile: { BinaryContent: merge, Name: 'a.csv' }, Content: content }),
      { TransactionID: expect.any(String) },
    ],
    [
      'emailsTransactionalPost',
      async () => {
        const sent = await call('emailsTransactionalPost', {
          Recipients: { To: [bob] },
          Content: content,
          Options: { ChannelName: 'ch' },
        });
        [transaction, message] = [sent.TransactionID, sent.MessageID];
        return sent;
      },
      { TransactionID: expect.any(String), MessageID: expect.any(String) },
    ],
    [
      'emailsByMsgidViewGet',
      () => call('emailsByMsgidViewGet', message),
      { Preview: { Subject: 'Hi all', Body: '<p>Hi all</p>' }, Status: { To: bob } },
    ],
    [
      'eventsByTransactionidGet',
      () => call('eventsByTransactionidGet', transaction),
      [{ EventType: 'Submission' }, { EventType: 'Sent', To: bob }],
    ],
    [
      'eventsChannelsByNameGet',
      () => call('eventsChannelsByNameGet', 'ch'),
      [{ TransactionID: expect.any(String) }, {}],
    ],
    ['eventsGet', () => call('eventsGet'), (all: Foreign) => expect(all).toHaveLength(8)],
    ['campaignsPost', () => call('campaignsPost', campaign), { Name: 'C', Status: 'Completed' }],
    [
      'statisticsCampaignsByNameGet',
      () => call('statisticsCampaignsByNameGet', 'C'),
      { ChannelName: 'C', Recipients: 2, Delivered: 2 },
    ],
    ['statisticsCampaignsGet', () => call('statisticsCampaignsGet'), [{ ChannelName: 'C' }]],
    [
      'campaignsByNamePut',
      () => call('campaignsByNamePut', 'C', { ...campaign, Status: 'Draft' }),
      { Status: 'Draft' },
    ],
    [
      'campaignsByNameGet',
      () => call('campaignsByNameGet', 'C'),
      { Name: 'C', Status: 'Draft', Recipients: { ListNames: ['M'] } },
    ],
    ['campaignsGet', () => call('campaignsGet'), [{ Name: 'C' }]],
    ['campaignsByNameDelete', () => call('campaignsByNameDelete', 'C'), undefined],
    [
      'statisticsGet',
      () => call('statisticsGet', new Date(0).toISOString()),
      { EmailTotal: 6, Delivered: 6, Bounced: 0 },
    ],
    ['statisticsChannelsGet', () => call('statisticsChannelsGet'), [{ ChannelName: 'ch' }]],
    [
      'statisticsChannelsByNameGet',
      () => call('statisticsChannelsByNameGet', 'ch'),
      { ChannelName: 'ch', EmailTotal: 1 },
    ],
    ['templatesByNameDelete', () => call('templatesByNameDelete', 'T'), undefined],
  ];
};

const suppressionRows = (call: Call): readonly Row[] => {
  const kinds = ['Bounces', 'Complaints', 'Unsubscribes'].flatMap((kind): readonly Row[] => {
    const [first, second] = [`first-${kind.toLowerCase()}@b.dev`, `second-${kind.toLowerCase()}@b.dev`];
    const name = `suppressions${kind}`;
    return [
      [`${name}Post`, () => call(`${name}Post`, [first]), [{ Email: first }]],
      [`${name}Post`, () => call(`${name}Post`, [second]), [{ Email: second }]],
      [`${name}Get`, () => call(`${name}Get`), [{ Email: first }, { Email: second }]],
    ];
  });
  return [
    ...kinds,
    ['suppressionsGet', () => call('suppressionsGet'), (all: Foreign) => expect(all).toHaveLength(6)],
    [
      'suppressionsByEmailGet',
      () => call('suppressionsByEmailGet', 'first-bounces@b.dev'),
      { Email: 'first-bounces@b.dev' },
    ],
    ['suppressionsByEmailDelete', () => call('suppressionsByEmailDelete', 'first-bounces@b.dev'), undefined],
    ['suppressionsGet', () => call('suppressionsGet'), (all: Foreign) => expect(all).toHaveLength(5)],
  ];
};

const keyRows = (call: Call): readonly Row[] =>
  [
    ['securityApikeys', ['SendHttp']],
    ['securitySmtp', undefined],
  ].flatMap(([kind, AccessLevel]): readonly Row[] => [
    [
      `${kind}Post`,
      () => call(`${kind}Post`, { Name: 'K', AccessLevel }),
      { Name: 'K', Token: expect.any(String) },
    ],
    [
      `${kind}ByNamePut`,
      () => call(`${kind}ByNamePut`, 'K', { Name: 'K', Expires: '2030-01-01T00:00:00' }),
      { Name: 'K' },
    ],
    [`${kind}ByNameGet`, () => call(`${kind}ByNameGet`, 'K'), { Name: 'K', Expires: '2030-01-01T00:00:00' }],
    [`${kind}Get`, () => call(`${kind}Get`), [{ Name: 'K' }]],
    [`${kind}ByNameDelete`, () => call(`${kind}ByNameDelete`, 'K'), undefined],
  ]);

export const elasticemailRows = (call: Call): readonly Row[] => [
  ...bookRows(call),
  ...mailRows(call),
  ...suppressionRows(call),
  ...keyRows(call),
  [
    'listsByNameContactsRemovePost',
    () => call('listsByNameContactsRemovePost', 'M', { Emails: [bob] }),
    undefined,
  ],
  ['listsByNameDelete', () => call('listsByNameDelete', 'M'), undefined],
  ['contactsByEmailDelete', () => call('contactsByEmailDelete', eve), undefined],
  ['contactsDeletePost', () => call('contactsDeletePost', { Emails: [bob] }), undefined],
  ['contactsGet', () => call('contactsGet'), (all: Foreign) => expect(all).toEqual([])],
];

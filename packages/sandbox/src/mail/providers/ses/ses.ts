import {
  type Door,
  type DoorContext,
  fieldsOf,
  resource,
  route,
  type Suppression,
  suppressionBook,
  textOf,
} from '../../kit.ts';
// Amazon SES: its API models (sesv2/2019-09-27 and ses/2010-12-01), and the SES Developer Guide.
import { absent } from './absent.ts';
import { accountRoutes } from './account.ts';
import { configurationSetRoutes } from './configuration-sets.ts';
import { contactRoutes } from './contacts.ts';
import { sesEvents, topicArn } from './events.ts';
import { identityRoutes } from './identities.ts';
import { sesInbound } from './inbound.ts';
import { mailRoutes } from './mail.ts';
import { isQuery, writeError } from './query.ts';
import { queryRoutes } from './query-routes.ts';
import { isSignedWith, readKeyId } from './signature.ts';
import { tagRoutes } from './tags.ts';
import { templateRoutes } from './templates.ts';
import { verificationRoutes } from './verification.ts';
import { ok, problem, secondsOf, sesConventions, stop } from './wire.ts';

const keyId = 'AKIASANDBOX';

export const ses: Door = {
  name: 'ses',
  absent,
  events: sesEvents,
  inbound: sesInbound,
  keyPrefix: 'aws',
  // The key is the secret key. A request has only a signature with it.
  readKey: (request, { key }) => {
    const id = readKeyId(request);
    return id === keyId && isSignedWith(key, request, '/ses') ? key : id && `another key: ${id}`;
  },
  rateHeaders: {},
  problem,
  render: (request, response) => (isQuery(request) ? writeError(response, '') : response),
  env: (key) => ({
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: keyId,
    AWS_SECRET_ACCESS_KEY: key,
    SES_TOPIC_ARN: topicArn,
  }),
  routes: (context) => [
    ...mailRoutes(context),
    ...templateRoutes(context),
    ...contactRoutes(context),
    ...suppressionRoutes(context),
    ...accountRoutes(context),
    ...configurationSetRoutes(context),
    ...identityRoutes(context),
    ...verificationRoutes(context),
    ...tagRoutes(context),
    ...queryRoutes(context),
  ],
};

function suppressionRoutes({ store }: DoorContext) {
  const book = suppressionBook(store);
  const path = '/v2/email/suppression/addresses';
  const reasonOf = (row: Suppression) => (row.reason === 'complaint' ? 'COMPLAINT' : 'BOUNCE');
  return [
    route('PUT', path, (request) => {
      const { EmailAddress, Reason } = fieldsOf(request.json());
      if (Reason !== 'BOUNCE' && Reason !== 'COMPLAINT') throw stop('BadRequestException', 'Invalid Reason');
      book.add(textOf(EmailAddress) ?? '', Reason === 'BOUNCE' ? 'bounce' : 'complaint');
      return ok();
    }),
    ...resource(sesConventions, path, book.table({ scope: null }), {
      name: 'SuppressedDestinationSummaries',
      verbs: ['list', 'show', 'remove'],
      rows: ({ query }) => {
        const reasons = query.getAll('Reason');
        const rows = book.list({ scope: null });
        return reasons.length === 0 ? rows : rows.filter((row) => reasons.includes(reasonOf(row)));
      },
      view: (row) => {
        return { EmailAddress: row.email, Reason: reasonOf(row), LastUpdateTime: secondsOf(row.updatedAt) };
      },
      shown: ({ view: SuppressedDestination }) => ok({ SuppressedDestination }),
    }),
  ];
}

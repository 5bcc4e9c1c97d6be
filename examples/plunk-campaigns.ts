// Segments, campaigns and events of Plunk as requests of the client: copy what you need.
import { createEmailClient } from '@org/email';
import { plunk } from '@org/email/plunk';

await using email = createEmailClient({ driver: plunk() });

/** POST with JSON. `unsafe`, the default of POST: never repeated when its outcome is unknown. */
async function post<Answer>(path: string, json: object = {}, params: Record<string, string> = {}) {
  const response = await email.request({ method: 'POST', path, params, json });
  return response.json() as Answer;
}

// A static segment. Adding members twice is the same as once: `idempotent` is repeated.
const { id: segmentId } = await post<{ id: string }>('/segments', { name: 'Beta testers', type: 'STATIC' });
await email.request({
  method: 'POST',
  path: '/segments/{id}/members',
  params: { id: segmentId },
  json: { emails: ['bob@example.com'], createMissing: true, subscribed: true }, // at most 500
  safety: 'idempotent',
});

// A campaign is a draft until it is sent, now or at `scheduledFor`.
interface Campaign {
  readonly data: { readonly id: string; readonly status: string };
}
const { data: draft } = await post<Campaign>('/campaigns', {
  name: 'March',
  subject: 'What is new',
  body: '<p>Hello {{firstName}}</p>',
  from: 'news@acme.dev',
  audienceType: 'SEGMENT', // or 'ALL'; or 'FILTERED' with `audienceCondition`
  segmentId,
});
const scheduledFor = new Date('2030-03-01T08:00:00Z').toISOString();
const { data: campaign } = await post<Campaign>('/campaigns/{id}/send', { scheduledFor }, { id: draft.id });
console.log(campaign.status); // SCHEDULED
await post('/campaigns/{id}/cancel', {}, { id: draft.id });

// An event of a contact, with the public key. `keyed`: repeated with its key when the response is lost.
const publicKey = process.env['PLUNK_PUBLIC_KEY'];
await using events = createEmailClient({ driver: plunk({ apiKey: publicKey }) });
const tracked = await events.request({
  method: 'POST',
  path: '/v1/track',
  json: {
    event: 'purchase',
    email: 'bob@example.com',
    data: { plan: 'pro', orderId: { value: '17', persistent: false } }, // `plan` is stored on the contact
  },
  safety: 'keyed',
});
console.log(tracked.status); // 200

import {
  type DoorContext,
  dateOf,
  type Fields,
  fieldsOf,
  keptResource,
  need,
  ok,
  ownRows,
  type Row,
  route,
  withPresets,
} from '../../kit.ts';
import { keptConventions, queryOf, stop } from './wire.ts';

const preset = (Name: string, MessageStreamType: string) => ({ ...defaults, Name, MessageStreamType });
const defaults = { ServerID: 1, Description: '', ArchivedAt: null, ExpectedPurgeDate: null };
const presets = {
  inbound: preset('Default Inbound Stream', 'Inbound'),
  outbound: preset('Default Transactional Stream', 'Transactional'),
  broadcast: preset('Default Broadcast Stream', 'Broadcasts'),
  news: preset('News', 'Broadcasts'),
};
const keptMs = 45 * 24 * 3_600_000;

/** The streams of a server; the first ones exist. */
export function streamRoutes({ store }: DoorContext) {
  const streams = withPresets(ownRows(store, 'postmark streams'), presets);
  const find = (id = '') => need(streams.get(id), missing);
  const change = (id: string, own: object) => streams.update(id, { own: { ...find(id).own, ...own } });
  return [
    route('POST', '/message-streams/:id/archive', (_request, { id = '' }) => {
      const ExpectedPurgeDate = dateOf(store.now() + keptMs);
      change(id, { ArchivedAt: dateOf(store.now()), ExpectedPurgeDate });
      return ok({ ID: id, ServerID: 1, ExpectedPurgeDate });
    }),
    route('POST', '/message-streams/:id/unarchive', (_request, { id = '' }) => {
      change(id, { ArchivedAt: null, ExpectedPurgeDate: null });
      return ok(view({ ...find(id).own, ...stamp(find(id)) }));
    }),
    ...keptResource({ ...keptConventions, stamp }, '/message-streams', streams, {
      name: 'MessageStreams',
      missing,
      changeMethod: 'PATCH',
      verbs: ['list', 'show', 'change'],
      rows: (request) => {
        const read = queryOf(request);
        const [type = 'all', archived] = [
          read('messagestreamtype')?.toLowerCase(),
          read('includearchivedstreams'),
        ];
        return streams
          .all()
          .filter(({ own }) => type === 'all' || String(own['MessageStreamType']).toLowerCase() === type)
          .filter(({ own }) => own['ArchivedAt'] === null || archived === 'true');
      },
      view,
    }),
    route('POST', '/message-streams', (request) => {
      const { ID, ...own } = fieldsOf(request.json());
      const id = String(ID ?? '');
      if (!/^[a-z][\w-]{0,29}$/i.test(id)) throw stop(1227, 'The format of the stream ID is not valid.');
      if (id.startsWith('pm-')) throw stop(1233, "The stream ID cannot start with 'pm-'.");
      if (id === 'all') throw stop(1237, `The stream ID '${id}' is reserved.`);
      if (!own['Name']) throw stop(1223, 'The stream must have a Name.');
      if (streams.get(id) !== undefined) throw stop(1230, `The stream '${id}' exists already.`);
      const row = streams.add({ own: { ...defaults, ...own } }, id);
      return ok(view({ ...row.own, ...stamp(row) }));
    }),
  ];
}

const missing = () => stop(1226, 'The message stream does not exist.');
const stamp = ({ id, createdAt, updatedAt }: Row) => ({
  ID: id,
  CreatedAt: dateOf(createdAt),
  UpdatedAt: updatedAt === createdAt ? null : dateOf(updatedAt),
});
const view = (shown: Fields) => ({
  SubscriptionManagementConfiguration: {
    UnsubscribeHandlingType: shown['MessageStreamType'] === 'Broadcasts' ? 'Postmark' : 'None',
  },
  ...shown,
});

import type { Group } from '../peer.ts';
import { centrifuge } from './peers/centrifuge.ts';
import { laravelEcho } from './peers/echo.ts';
import { ours, oursOnCentrifugo } from './peers/ours.ts';
import { pusherJs } from './peers/pusher-js.ts';
import { centrifugoProtocol, pusherProtocol } from './protocols.ts';
import type { RealtimeClient, RealtimeServer } from './realtime-client.ts';
import { centrifugoRows, forgottenRows, pusherRows } from './rows.ts';
import { startRealtimeServer } from './server.ts';

type RealtimeGroup = Group<RealtimeClient, RealtimeServer>;

const product = 'realtime' as const;

let channels = 0;
/** One more channel of the same connection. */
const call = (client: RealtimeClient) => {
  channels += 1;
  return client.subscribe(`orders-${channels}`, () => {});
};
const peers = [oursOnCentrifugo, centrifuge];

const pusher: RealtimeGroup = {
  id: 'pusher',
  product,
  title: "Pusher's protocol",
  peers: [ours, pusherJs, laravelEcho],
  rows: pusherRows,
  start: () => startRealtimeServer(pusherProtocol()),
  call,
};

const centrifugo: RealtimeGroup = {
  id: 'centrifugo',
  product,
  title: 'Centrifugo',
  peers,
  rows: centrifugoRows,
  start: () => startRealtimeServer(centrifugoProtocol(true)),
  call,
};

const forgotten: RealtimeGroup = {
  id: 'centrifugo-forgotten',
  product,
  title: 'Centrifugo without a history',
  peers,
  rows: forgottenRows,
  start: () => startRealtimeServer(centrifugoProtocol(false)),
};

export const realtimeGroups = [pusher, centrifugo, forgotten] as const;

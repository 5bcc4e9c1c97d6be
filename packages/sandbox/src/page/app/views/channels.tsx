import { useRef, useState } from 'preact/hooks';
import type { ChannelSnapshot } from '../../../realtime/channels/channel-snapshot.ts';
import type { RealtimeActivity } from '../../../realtime/journal.ts';
import { PageClient } from '../client/page-client.tsx';
import type { ViewProps } from '../context.ts';
import { plural } from '../format.ts';
import { useAnswer } from '../server.ts';
import { Empty, envLines, Tabs, Time } from '../ui.tsx';
import { Activity } from './activity.tsx';
import { Authorization } from './authorization.tsx';
import { Frames } from './frames.tsx';
import { type Publication, Publish } from './publish.tsx';

type Channel = ChannelSnapshot & { readonly users: number };

interface Answer {
  readonly connections: number;
  readonly total: number;
  readonly channels: readonly Channel[];
  readonly activity: readonly RealtimeActivity[];
}

/** Live channels, what happens on them, their frames, and a form to publish. */
export function Channels({ info }: ViewProps) {
  const { answer } = useAnswer<Answer>('/api/channels', 'channels');
  const [wish, setWish] = useState<Publication>({ channel: '', event: '', data: '{"hello":"world"}' });
  const [tab, setTab] = useState('Activity');
  const event = useRef<HTMLInputElement>(null);
  if (answer === undefined) return null;
  const { channels, total, connections, activity } = answer;
  const choose = (channel: string) => {
    setWish({ ...wish, channel });
    event.current?.focus();
  };
  return (
    <div class="columns">
      <div class="side">
        <p class="count" role="status">
          {plural(total, 'channel')}, {plural(connections, 'connection')}
        </p>
        {channels.length === 0 ? (
          <Empty title="No channels yet" lines={envLines(info.env, ['REALTIME_'])}>
            A channel appears here when a client subscribes to it. Environment for your programs:
          </Empty>
        ) : (
          <ul class="channel-list" aria-label="Channels">
            {channels.map((channel) => (
              <Row key={channel.name} channel={channel} onChoose={choose} />
            ))}
          </ul>
        )}
        <Publish
          wish={wish}
          onChange={setWish}
          channels={channels.map(({ name }) => name)}
          eventInput={event}
        />
      </div>
      <div class="activity">
        <Tabs
          name="Activity and frames"
          chosen={tab}
          onChoose={setTab}
          tabs={[
            { label: 'Activity', render: () => <Activity activity={activity} /> },
            { label: 'Frames', render: () => <Frames /> },
            { label: 'Authorization', render: () => <Authorization /> },
            { label: 'Client', render: () => <PageClient env={info.env} /> },
          ]}
        />
      </div>
    </div>
  );
}

function Row({ channel, onChoose }: { channel: Channel; onChoose: (name: string) => void }) {
  const { name, kind, subscriptionCount, users, userIds, cached } = channel;
  return (
    <li class="channel">
      <button type="button" class="plain" title="Publish to this channel" onClick={() => onChoose(name)}>
        <span class="name">{name}</span>
        <span class={`tag ${kind}`}>{kind}</span>
        <span class="hint">{plural(subscriptionCount, 'subscriber')}</span>
      </button>
      {users > 0 && (
        <p class="users">
          {userIds.map((id) => (
            <span key={id} class="user">
              {id}
            </span>
          ))}
          {users > userIds.length && <span class="hint">and {users - userIds.length} more</span>}
        </p>
      )}
      {cached && (
        <p class="hint">
          cached event <code>{cached.event}</code> until <Time at={String(cached.expiresAt)} />
        </p>
      )}
    </li>
  );
}

// @vitest-environment happy-dom
import { createElement } from 'react';
import { describe, expect, it } from 'vitest';
import { usePresence } from '../../src/react/index.ts';
import { connectTo, heldTime, signFor, startService, until } from '../realtime-fixtures.ts';
import { activity, mount, provide } from './react-fixtures.ts';

const seen: string[] = [];

function Room() {
  const { members, me, count, state } = usePresence('presence-room');
  const text = `${me?.id}: ${[...members.keys()].sort().join()} ${count} ${state}`;
  seen.push(text);
  return text;
}

describe('usePresence', () => {
  it('shows members as they join and leave', async () => {
    const service = await startService();
    const ann = connectTo(service, { authorize: signFor(service, { id: 'ann' }) });
    const page = mount(provide(ann.realtime, createElement(Room)));
    await until(() => page.text() === 'ann: ann 1 subscribed');
    const bob = connectTo(service, { authorize: signFor(service, { id: 'bob' }) });
    bob.realtime.subscribe('presence-room');
    await until(() => page.text() === 'ann: ann,bob 2 subscribed');
    await bob.realtime.close();
    await until(() => page.text() === 'ann: ann 1 subscribed');
    expect(activity(service).filter((entry) => entry === 'subscribed presence-room')).toHaveLength(2);
  });

  it('keeps the members while the channel reconnects', async () => {
    const service = await startService();
    const runtime = heldTime();
    const ann = connectTo(service, { authorize: signFor(service, { id: 'ann' }), runtime });
    const page = mount(provide(ann.realtime, createElement(Room)));
    await until(() => page.text() === 'ann: ann 1 subscribed');
    seen.length = 0;
    service.faults.dropAll();
    await until(() => page.text() === 'ann: ann 1 waiting');
    const bob = connectTo(service, { authorize: signFor(service, { id: 'bob' }) });
    await bob.realtime.subscribe('presence-room').subscribed();
    await runtime.advance(2_000);
    await until(() => page.text() === 'ann: ann,bob 2 subscribed');
    expect(seen.filter((text) => text.includes(' 0 '))).toEqual([]);
    await ann.realtime.close();
    await until(() => page.text() === 'undefined:  0 unsubscribed');
  });

  it('has the members of a channel that is subscribed already', async () => {
    const service = await startService();
    const { realtime } = connectTo(service, { authorize: signFor(service, { id: 'ann' }) });
    await realtime.subscribe('presence-room').subscribed();
    seen.length = 0;
    const page = mount(provide(realtime, createElement(Room)));
    await until(() => page.text() === 'ann: ann 1 subscribed');
    expect(service.stats.framesReceived).toBe(1);
  });
});

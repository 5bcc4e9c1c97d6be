import { createManualRuntime } from '@org/core/testing';
import { describe, expect, it } from 'vitest';
import type { SocketListener } from '../connection/socket.ts';
import type { TabGroup, TabLock } from './tab-group.ts';
import { TabSocket } from './tab-socket.ts';

interface Request {
  readonly lock: TabLock;
  readonly signal: AbortSignal;
  grant(): void;
}

interface Message {
  readonly type: string;
  readonly sender: string;
  readonly to: string;
  readonly text?: string;
}

interface Channel {
  onmessage?: (event: { readonly data: unknown }) => void;
  postMessage(message: Message): unknown;
  close(): void;
}

/** One tab, whose locks and messages are in the test's hands. The channel of all tabs has no name. */
function openTab() {
  const runtime = createManualRuntime();
  const requests: Request[] = [];
  const posted: Message[] = [];
  const channels = new Map<string, Channel>();
  const group: TabGroup = {
    open(tab = '') {
      const channel: Channel = { postMessage: (message) => posted.push(message), close: () => {} };
      channels.set(tab, channel);
      return channel as never;
    },
    hold: (lock, signal) =>
      new Promise((resolve) => {
        requests.push({ lock, signal, grant: resolve });
      }),
  };
  const ends: string[] = [];
  const received: string[] = [];
  const opened: SocketListener[] = [];
  let isDropped = false;
  const listener: SocketListener = {
    received: (text) => received.push(text),
    violated: () => {},
    ended: ({ code, reason }) => ends.push(`${code} ${reason}`),
    unusable: () => {},
  };
  const socket = new TabSocket(group, 'ws://test', listener, {
    maxMessageBytes: 1_000,
    handshakeTimeoutMs: 15_000,
    runtime,
    openDefault(_url, own) {
      opened.push(own);
      const drop = () => {
        isDropped = true;
      };
      return { send() {}, close() {}, drop };
    },
  });
  const id = requests[0]?.lock.tab ?? '';
  const hear = (type: string, sender: string, to = '', more = {}) =>
    channels.get(to)?.onmessage?.({ data: { type, sender, to, ...more } });
  const grant = async (request: Request | undefined) => {
    request?.grant();
    await runtime.settle();
  };
  return {
    runtime,
    socket,
    id,
    ends,
    received,
    opened,
    isDropped: () => isDropped,
    hear,
    grant,
    /** The request for the leader's lock, or the one that steals it. */
    contest: (isStolen = false) =>
      requests.find(({ lock }) => lock.tab === undefined && (lock.isStolen ?? false) === isStolen),
    /** How often the tab called for a leader. */
    calls: () => posted.filter(({ type }) => type === 'hello').length,
    /** How often the tab asked its leader since the last look. */
    asks: () => posted.splice(0).filter(({ type }) => type === 'ask').length,
    seek: () => grant(requests[0]),
  };
}

async function openFollower() {
  const tab = openTab();
  await tab.seek();
  tab.hear('attached', 'leader', tab.id);
  return tab;
}

describe('a tab without a leader', () => {
  it('calls for one when it seeks and when one leads, until one answers', async () => {
    const tab = openTab();
    expect(tab.calls()).toBe(0);
    await tab.seek();
    expect(tab.calls()).toBe(1);
    tab.hear('leading', 'leader');
    expect(tab.calls()).toBe(2);
    tab.hear('hello', 'other');
    expect(tab.calls()).toBe(2);
    tab.hear('leading', 'another');
    expect(tab.calls()).toBe(3);
    tab.hear('attached', 'another', tab.id);
    tab.hear('leading', 'another');
    expect(tab.calls()).toBe(3);
    expect([tab.calls(), tab.contest(true), tab.ends]).toEqual([3, undefined, []]);
  });

  it('gives each new leader the same time to answer, and then takes its lock', async () => {
    const tab = openTab();
    await tab.seek();
    for (const leader of ['one', 'two']) {
      await tab.runtime.advance(4_999);
      tab.hear('leading', leader);
    }
    await tab.runtime.advance(4_999);
    expect(tab.contest(true)).toBeUndefined();
    await tab.runtime.advance(1);
    await tab.grant(tab.contest(true));
    expect(tab.opened).toHaveLength(1);
  });

  it('C29: that stood still itself calls again before it takes the lock of a leader', async () => {
    const tab = openTab();
    await tab.seek();
    tab.runtime.jumpWallClock(30_000);
    await tab.runtime.advance(5_000);
    expect([tab.contest(true), tab.calls()]).toEqual([undefined, 2]);
    tab.hear('attached', 'leader', tab.id);
    await tab.runtime.advance(4_999);
    expect([tab.contest(true), tab.ends]).toEqual([undefined, []]);
  });

  it('leads when the lock is free: a leader died before it answered', async () => {
    const tab = openTab();
    await tab.seek();
    await tab.grant(tab.contest());
    expect(tab.opened).toHaveLength(1);
    await tab.runtime.advance(60_000);
    expect(tab.contest(true)).toBeUndefined();
  });

  it('that closed while it waited for its own lock neither calls nor leads', async () => {
    const tab = openTab();
    tab.socket.close();
    await tab.seek();
    expect([tab.calls(), tab.contest(), tab.opened.length]).toEqual([0, undefined, 0]);
    expect(tab.runtime.pendingSleeps).toEqual([]);
  });
});

describe('a tab with a leader', () => {
  it('that gets the lock frees it for the next one, and ends after the last message', async () => {
    const tab = await openFollower();
    await tab.grant(tab.contest());
    expect([tab.contest()?.signal.aborted, tab.opened.length, tab.ends]).toEqual([true, 0, []]);
    await tab.runtime.advance(99);
    tab.hear('end', 'leader', tab.id, { end: { code: 4001, reason: 'no app' } });
    await tab.runtime.advance(1);
    expect(tab.ends).toEqual(['4001 no app']);
  });

  it('ends when no last message comes, and when another tab leads', async () => {
    const [alone, replaced] = [await openFollower(), await openFollower()];
    await alone.grant(alone.contest());
    await alone.runtime.advance(100);
    replaced.hear('leading', 'another');
    for (const { ends } of [alone, replaced]) expect(ends).toEqual([expect.stringMatching(/^4200 /)]);
  });

  it('asks a silent leader, and follows it as long as it answers or says something', async () => {
    const tab = await openFollower();
    for (const [type, more] of [
      ['here', {}],
      ['frame', { text: 'news' }],
    ] as const) {
      await tab.runtime.advance(5_000);
      expect(tab.asks()).toBe(1);
      await tab.runtime.advance(4_999);
      tab.hear(type, 'leader', tab.id, more);
      await tab.runtime.advance(1);
    }
    for (let second = 0; second < 60; second += 1) {
      await tab.runtime.advance(1_000);
      tab.hear('frame', 'leader', tab.id, { text: 'busy' });
    }
    expect([tab.asks(), tab.ends]).toEqual([0, []]);
  });

  it('W16: leaves a leader that does not answer, so that the next socket takes its lock', async () => {
    const tab = await openFollower();
    await tab.runtime.advance(9_999);
    tab.hear('here', 'another', tab.id);
    expect(tab.ends).toEqual([]);
    await tab.runtime.advance(1);
    expect(tab.ends).toEqual([expect.stringMatching(/^4200 /)]);
    tab.hear('frame', 'leader', tab.id, { text: 'late' });
    expect(tab.received).toEqual([]);
  });

  it('that stood still itself asks again before it leaves', async () => {
    const tab = await openFollower();
    await tab.runtime.advance(5_000);
    tab.runtime.jumpWallClock(30_000);
    await tab.runtime.advance(5_000);
    expect([tab.asks(), tab.ends]).toEqual([1, []]);
    await tab.runtime.advance(5_000);
    expect([tab.asks(), tab.ends]).toEqual([1, []]);
    await tab.runtime.advance(5_000);
    expect(tab.ends).toEqual([expect.stringMatching(/^4200 /)]);
  });

  it('follows one leader while there are two for a moment', async () => {
    const tab = await openFollower();
    tab.hear('attached', 'another', tab.id);
    tab.hear('frame', 'another', tab.id, { text: 'wrong' });
    tab.hear('end', 'another', tab.id, { end: { code: 4001, reason: '' } });
    tab.hear('frame', 'leader', tab.id, { text: 'right' });
    expect([tab.received, tab.ends]).toEqual([['right'], []]);
  });
});

it('C29: a leader whose lock was stolen while it was frozen ends, and cuts its connection', async () => {
  const tab = openTab();
  await tab.seek();
  await tab.grant(tab.contest());
  tab.contest()?.lock.lost?.();
  expect([tab.ends, tab.isDropped()]).toEqual([[expect.stringMatching(/^4200 /)], true]);
  tab.opened[0]?.received('late');
  expect(tab.received).toEqual([]);
});

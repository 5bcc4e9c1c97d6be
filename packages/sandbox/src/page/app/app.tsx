import type { FunctionComponent } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { commandsOf } from './commands.ts';
import { Confirm, type Question } from './confirm.tsx';
import type { SandboxInfo, ViewProps } from './context.ts';
import { Icon, type IconName } from './icons.tsx';
import { Inbox } from './inbox/inbox.tsx';
import { isTyping } from './keys.ts';
import { Palette } from './palette.tsx';
import { Requests } from './requests/requests.tsx';
import { connect, type LiveState, useAnswer } from './server.ts';
import { Toast } from './toast.tsx';
import { Channels } from './views/channels.tsx';
import { Faults } from './views/faults.tsx';
import { Inbound } from './views/inbound.tsx';
import { MapView } from './views/map.tsx';
import { Project } from './views/project.tsx';
import { Webhooks } from './views/webhooks.tsx';

interface View {
  readonly name: IconName;
  readonly label: string;
  readonly View: FunctionComponent<ViewProps>;
}

function viewsOf({ views }: SandboxInfo): readonly View[] {
  return [
    ...(views.inbox ? [{ name: 'inbox', label: 'Inbox', View: Inbox } as const] : []),
    { name: 'requests', label: 'Requests', View: Requests },
    { name: 'faults', label: 'Faults', View: Faults },
    ...(views.inbox ? [{ name: 'webhooks', label: 'Webhooks', View: Webhooks } as const] : []),
    ...(views.inbox ? [{ name: 'inbound', label: 'Inbound', View: Inbound } as const] : []),
    ...(views.map === 'off' ? [] : [{ name: 'map', label: 'Map', View: MapView } as const]),
    ...(views.channels ? [{ name: 'channels', label: 'Channels', View: Channels } as const] : []),
    ...(views.inbox ? [{ name: 'project', label: 'Project', View: Project } as const] : []),
  ];
}

const readHash = () => location.hash.replace(/^#\/?/, '').split('/').map(decode);

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The name of the view, and the rest of the path. */
function useHash(): readonly string[] {
  const [parts, setParts] = useState(readHash);
  useEffect(() => {
    const read = () => {
      if (location.hash === '' || location.hash.startsWith('#/')) setParts(readHash());
    };
    addEventListener('hashchange', read);
    return () => removeEventListener('hashchange', read);
  }, []);
  return parts;
}

/** Opens the palette with ⌘K or Ctrl+K. A slash goes to the search box of the view, if it has one. */
function usePaletteKeys(open: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isChord = (event.metaKey || event.ctrlKey) && event.key.toLowerCase() === 'k';
      if (!isChord && (event.key !== '/' || isTyping(event.target))) return;
      event.preventDefault();
      const box = isChord ? null : document.querySelector<HTMLInputElement>('main input[type=search]');
      if (box?.checkVisibility()) box.focus();
      else open();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
}

const liveLabels: Record<LiveState, string> = { connecting: 'Connecting', on: 'Live', off: 'Not connected' };

export function App({ info }: { info: SandboxInfo }) {
  const views = viewsOf(info);
  const [name, ...path] = useHash();
  const current = views.find((view) => view.name === name) ?? views[0];
  const [live, setLive] = useState<LiveState>('connecting');
  const [isSearching, setSearching] = useState(false);
  const [question, setQuestion] = useState<Question>();
  useEffect(() => connect(setLive), []);
  usePaletteKeys(() => setSearching(true));
  const unread = useUnread(info);
  useEffect(() => {
    document.title = `${unread > 0 ? `(${unread}) ` : ''}${current?.label} · Sandbox`;
  }, [current, unread]);
  const commands = commandsOf(views, info, setQuestion);
  return (
    <>
      <Top views={views} current={current} live={live} unread={unread} onSearch={() => setSearching(true)} />
      <main id="content" tabIndex={-1}>
        {current && (
          <section class={`view ${current.name}`} aria-label={current.label}>
            <current.View info={info} path={path} />
          </section>
        )}
      </main>
      {isSearching && (
        <Palette commands={commands} hasMail={info.views.inbox} onClose={() => setSearching(false)} />
      )}
      {question && <Confirm question={question} onClose={() => setQuestion(undefined)} />}
      <Toast />
    </>
  );
}

function useUnread({ views }: SandboxInfo): number {
  const path = views.inbox ? '/api/messages?limit=0' : undefined;
  return useAnswer<{ unread: number }>(path, 'inbox').answer?.unread ?? 0;
}

function Top({
  views,
  current,
  live,
  unread,
  onSearch,
}: {
  views: readonly View[];
  current: View | undefined;
  live: LiveState;
  unread: number;
  onSearch: () => void;
}) {
  const { answer: faults } = useAnswer<{ faults: readonly unknown[] }>('/api/faults', 'faults');
  const badges: Partial<Record<IconName, number>> = {
    inbox: unread,
    faults: faults?.faults.length ?? 0,
  };
  return (
    <header class="top">
      <a class="brand" href="#/">
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M3 17l4-9 5 6 4-10 5 13z" />
        </svg>
        Sandbox
      </a>
      <button type="button" class="search" onClick={onSearch}>
        <Icon name="search" />
        <span>Go to …</span>
        <kbd>{/Mac|iP/.test(navigator.platform) ? '⌘K' : 'Ctrl K'}</kbd>
      </button>
      <nav aria-label="Views">
        {views.map((view) => (
          <a key={view.name} href={`#/${view.name}`} aria-current={view === current ? 'page' : undefined}>
            <Icon name={view.name} />
            <span>{view.label}</span>
            {(badges[view.name] ?? 0) > 0 && (
              <span class="badge">
                {badges[view.name]}
                {view.name === 'inbox' && <span class="sr"> unread</span>}
              </span>
            )}
          </a>
        ))}
      </nav>
      <p class="live" role="status" data-state={live}>
        <span class="dot" />
        <span class="label">{liveLabels[live]}</span>
      </p>
    </header>
  );
}

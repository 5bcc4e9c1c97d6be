import { useEffect, useState } from 'preact/hooks';
import type { MessageSummary } from '../../inbox-routes.ts';
import type { ViewProps } from '../context.ts';
import { plural } from '../format.ts';
import { Empty, envLines, Time } from '../ui.tsx';
import { useFirst } from '../use-first.ts';
import { VirtualList } from '../virtual-list.tsx';
import { Message } from './message.tsx';
import { deleteAll, deleteMessage } from './messages.ts';
import { Search, TagFilter } from './search.tsx';
import { useMessages } from './use-messages.ts';

const rowHeight = 92;
const isWide = () => matchMedia('(min-width: 760px)').matches;
const open = (id: string) => {
  location.hash = `#/inbox/${encodeURIComponent(id)}`;
};

/** The list of messages, and the open one. */
export function Inbox({ info, path: [wanted] }: ViewProps) {
  const [query, setQuery] = useState('');
  const { list, isLoaded, at, show } = useMessages(query);
  const first = useFirst(list);
  const id = wanted || (isWide() ? first : undefined);
  const index = id === undefined ? -1 : list.findIndex((message) => message?.id === id);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if ((event.target as HTMLElement).matches('input, textarea, select') || event.metaKey || event.ctrlKey)
        return;
      const step = { j: 1, k: -1 }[event.key];
      const next = step === undefined ? undefined : at(index + step)?.id;
      if (next !== undefined) open(next);
      if ((event.key === 'Delete' || event.key === '#') && id !== undefined) void remove(id);
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  });
  const remove = async (removed: string) => {
    const next = at(index + 1) ?? at(index - 1);
    await deleteMessage(removed);
    location.hash = next && isWide() ? `#/inbox/${encodeURIComponent(next.id)}` : '#/inbox';
  };
  const isEmpty = isLoaded && list.length === 0 && query === '';
  useEffect(() => {
    if (isEmpty && wanted) location.hash = '#/inbox';
  }, [isEmpty]);
  if (isEmpty)
    return (
      <Empty title="No mail yet" lines={envLines(info.env, ['PLUNK_', 'RESEND_', 'SMTP_'])}>
        Mail to this service appears here. It is not delivered. Environment for your programs:
      </Empty>
    );
  return (
    <div class={`columns${wanted ? ' reading' : ''}`}>
      <div class="side">
        <div class="bar">
          <Search query={query} onChange={setQuery} />
          <button type="button" class="quiet" onClick={deleteAll}>
            Delete all
          </button>
        </div>
        <TagFilter query={query} onChange={setQuery} />
        <p class="count" role="status">
          {query === '' ? plural(list.length, 'message') : plural(list.length, 'match').replace('hs', 'hes')}
        </p>
        <VirtualList
          label="Messages, newest first"
          count={list.length}
          rowHeight={rowHeight}
          selected={index}
          idOf={(row) => at(row)?.id}
          onRange={show}
          render={(row) => <Row message={at(row)} isOpen={at(row)?.id === id} />}
        />
      </div>
      <article class="reader" aria-label="Message">
        {id !== undefined && <Message key={id} id={id} onDelete={() => remove(id)} />}
      </article>
    </div>
  );
}

function Row({ message, isOpen }: { message: MessageSummary | undefined; isOpen: boolean }) {
  if (message === undefined) return <span class="row placeholder" />;
  const { tags, isRead } = message;
  return (
    <a
      class={isRead ? 'row read' : 'row'}
      href={`#/inbox/${encodeURIComponent(message.id)}`}
      aria-current={isOpen ? 'true' : undefined}
    >
      <span class="from">{message.from || '(no sender)'}</span>
      <span class="when">
        <Time at={message.receivedAt} />
      </span>
      <span class="subject">
        {message.subject || '(no subject)'}
        {tags.slice(0, 3).map((tag) => (
          <span key={tag} class="tag">
            {tag}
          </span>
        ))}
      </span>
      <span class="preview">{message.preview}</span>
    </a>
  );
}

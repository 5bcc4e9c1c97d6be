import { useEffect, useState } from 'preact/hooks';
import type { ViewProps } from '../context.ts';
import { plural } from '../format.ts';
import { isTyping } from '../keys.ts';
import { useFirst } from '../use-first.ts';
import { VirtualList } from '../virtual-list.tsx';
import { EmptyInbox } from './empty-inbox.tsx';
import { Message } from './message.tsx';
import { changeMessage, deleteAll, deleteMessage } from './messages.ts';
import { Row, rowHeight } from './row.tsx';
import { Search, TagFilter } from './search.tsx';
import { useMessages } from './use-messages.ts';

const isWide = () => matchMedia('(min-width: 760px)').matches;
const open = (id: string | undefined) => {
  location.hash = id === undefined ? '#/inbox' : `#/inbox/${encodeURIComponent(id)}`;
};

/** The list of messages, and the open one. */
export function Inbox({ info, path: [wanted] }: ViewProps) {
  const [query, setQuery] = useState('');
  const { list, isLoaded, at, show } = useMessages(query);
  const first = useFirst(list);
  const id = wanted || (isWide() ? first : undefined);
  const index = id === undefined ? -1 : list.findIndex((message) => message?.id === id);
  const step = (by: 1 | -1) => {
    const next = index === -1 ? undefined : at(index + by)?.id;
    return next === undefined ? undefined : () => open(next);
  };
  const remove = async (removed: string) => {
    const next = at(index + 1) ?? at(index - 1);
    if (await deleteMessage(removed)) open(isWide() ? next?.id : undefined);
  };
  useInboxKeys({
    j: step(1),
    k: step(-1),
    u: id && (() => void changeMessage(id, { isRead: false })),
    Delete: id && (() => void remove(id)),
    '#': id && (() => void remove(id)),
  });
  const isEmpty = isLoaded && list.length === 0 && query === '';
  useEffect(() => {
    if (isEmpty && wanted) open(undefined);
  }, [isEmpty]);
  if (isEmpty) return <EmptyInbox env={info.env} />;
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
        {isLoaded && list.length === 0 && <NoMatch onClear={() => setQuery('')} />}
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
        {id !== undefined && (
          <Message
            key={id}
            id={id}
            summary={at(index)}
            onDelete={() => remove(id)}
            onNext={step(1)}
            onPrevious={step(-1)}
          />
        )}
      </article>
    </div>
  );
}

function NoMatch({ onClear }: { onClear: () => void }) {
  return (
    <p class="no-match hint">
      No mail matches. All terms must match.{' '}
      <button type="button" class="plain" onClick={onClear}>
        Clear the search
      </button>
    </p>
  );
}

/** Calls the function of a pressed key, outside of fields. */
function useInboxKeys(keys: Readonly<Record<string, (() => void) | '' | undefined>>): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (isTyping(event.target) || event.metaKey || event.ctrlKey || event.altKey) return;
      const run = keys[event.key];
      if (run) run();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  });
}

import { useEffect, useRef, useState } from 'preact/hooks';
import type { MessageSummary } from '../inbox-routes.ts';
import { ask } from './server.ts';

export interface Command {
  readonly label: string;
  readonly hint: string;
  readonly run: () => void;
}

/** Mails of a search, as commands that open them. */
async function findMails(query: string, signal: AbortSignal): Promise<readonly Command[]> {
  if (query.trim() === '') return [];
  const path = `/api/messages?limit=8&query=${encodeURIComponent(query)}`;
  const { messages } = await ask<{ messages: readonly MessageSummary[] }>(path, { signal });
  return messages.map(({ id, subject, from }) => ({
    label: subject || '(no subject)',
    hint: from,
    run: () => {
      location.hash = `#/inbox/${encodeURIComponent(id)}`;
    },
  }));
}

/**
 * The mails of this query, `undefined` until they are here. Those of an earlier query are not offered: Enter
 * would open what nobody asked for.
 */
function useMails(query: string, hasMail: boolean): readonly Command[] | undefined {
  const [found, setFound] = useState<{ query: string; mails: readonly Command[] }>();
  useEffect(() => {
    if (!hasMail) return;
    const stop = new AbortController();
    findMails(query, stop.signal).then(
      (mails) => setFound({ query, mails }),
      () => {},
    );
    return () => stop.abort();
  }, [query]);
  if (!hasMail) return [];
  return found?.query === query ? found.mails : undefined;
}

/** The command palette, ⌘K: views, commands, and a search in all mail. */
export function Palette({
  commands,
  hasMail,
  onClose,
}: {
  commands: readonly Command[];
  hasMail: boolean;
  onClose: () => void;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [query, setQuery] = useState('');
  const mails = useMails(query, hasMail);
  const [at, setAt] = useState(0);
  useEffect(() => dialog.current?.showModal(), []);
  const matches = commands.filter(({ label }) => label.toLowerCase().includes(query.trim().toLowerCase()));
  const offered = [...matches, ...(mails ?? [])];
  const current = Math.min(at, offered.length - 1);
  const choose = (command: Command | undefined) => {
    if (command === undefined) return;
    onClose();
    command.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setAt((current + step + offered.length) % Math.max(1, offered.length));
    } else if (event.key === 'Enter') {
      event.preventDefault();
      choose(offered[current]);
    }
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the browser closes a dialog with Escape
    <dialog
      ref={dialog}
      class="palette"
      aria-label="Search and commands"
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      <input
        type="text"
        role="combobox"
        aria-expanded="true"
        aria-controls="palette-list"
        aria-activedescendant={`palette-${current}`}
        aria-label="Search mail, or go to a view"
        placeholder="Search mail, or go to a view"
        value={query}
        onInput={(event) => {
          setQuery(event.currentTarget.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div role="listbox" id="palette-list" aria-label="Results">
        {offered.map((command, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the input
          <div
            key={`${index}${command.label}`}
            id={`palette-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === current}
            onClick={() => choose(command)}
          >
            <span>{command.label}</span>
            <span class="hint">{command.hint}</span>
          </div>
        ))}
        {offered.length === 0 && mails && <p class="hint">Nothing found.</p>}
      </div>
    </dialog>
  );
}

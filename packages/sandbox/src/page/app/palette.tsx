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
  const [mails, setMails] = useState<readonly Command[]>([]);
  const [at, setAt] = useState(0);
  useEffect(() => dialog.current?.showModal(), []);
  useEffect(() => {
    if (!hasMail) return;
    const stop = new AbortController();
    findMails(query, stop.signal).then(setMails, () => {});
    return () => stop.abort();
  }, [query]);
  const matches = commands.filter(({ label }) => label.toLowerCase().includes(query.trim().toLowerCase()));
  const found = [...matches, ...mails];
  const current = Math.min(at, found.length - 1);
  const choose = (command: Command | undefined) => {
    if (command === undefined) return;
    onClose();
    command.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setAt((current + step + found.length) % Math.max(1, found.length));
    } else if (event.key === 'Enter') {
      event.preventDefault();
      choose(found[current]);
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
        {found.map((command, index) => (
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
        {found.length === 0 && <p class="hint">Nothing found.</p>}
      </div>
    </dialog>
  );
}

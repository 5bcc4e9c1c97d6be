import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { formatClock, formatDate, formatDay } from './format.ts';
import { ask } from './server.ts';
import { complain } from './toast.tsx';

export function Time({ at }: { at: string | number }) {
  const date = new Date(at);
  return (
    <time dateTime={date.toISOString()} title={formatDay(date)}>
      {formatClock(date)}
    </time>
  );
}

/** The time of today, the day of another date. */
export function When({ at }: { at: string }) {
  const date = new Date(at);
  const isToday = date.toDateString() === new Date().toDateString();
  return (
    <time dateTime={date.toISOString()} title={formatDay(date)}>
      {isToday ? formatClock(date) : formatDate(date)}
    </time>
  );
}

/** A button that copies a text. */
export function Copy({ text, label = 'Copy' }: { text: string | (() => string); label?: string }) {
  const [said, setSaid] = useState<string>();
  useEffect(() => {
    if (said === undefined) return;
    const timer = setTimeout(() => setSaid(undefined), 1500);
    return () => clearTimeout(timer);
  }, [said]);
  const copy = () =>
    navigator.clipboard.writeText(typeof text === 'string' ? text : text()).then(
      () => setSaid('Copied'),
      () => setSaid('Copy failed'),
    );
  return (
    <button type="button" class="quiet" onClick={copy}>
      {said ?? label}
    </button>
  );
}

/** A button that removes a row of the server, whose view follows the announcement. */
export function Remove({ what, path }: { what: string; path: string }) {
  const remove = () => ask(path, { method: 'DELETE' }).catch(complain);
  return (
    <button type="button" class="quiet" aria-label={`Remove ${what}`} onClick={remove}>
      Remove
    </button>
  );
}

/** Text to read and copy. */
export function Code({ text, label }: { text: string; label: string }) {
  return (
    <div class="code">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls needs the keyboard */}
      <section tabIndex={0} aria-label={label}>
        <pre>{text}</pre>
      </section>
      <Copy text={text} />
    </div>
  );
}

/** The text of an empty view, with lines to copy. */
export function Empty({
  title,
  children,
  lines = [],
  label = 'Environment variables',
}: {
  title: string;
  children?: ComponentChildren;
  lines?: readonly string[];
  label?: string;
}) {
  return (
    <div class="empty">
      <h2>{title}</h2>
      <p>{children}</p>
      {lines.length > 0 && <Code text={lines.join('\n')} label={label} />}
    </div>
  );
}

export function envLines(env: Readonly<Record<string, string>>, prefixes: readonly string[]): string[] {
  return Object.entries(env)
    .filter(([name]) => prefixes.some((prefix) => name.startsWith(prefix)))
    .map(([name, value]) => `export ${name}=${value}`);
}

export interface Tab {
  readonly label: string;
  readonly count?: number;
  readonly render: () => ComponentChildren;
}

/** The tabs pattern of WAI-ARIA: arrow keys move between tabs, which share one tab stop. */
export function Tabs({
  name,
  tabs,
  chosen,
  onChoose,
}: {
  name: string;
  tabs: readonly Tab[];
  chosen: string;
  onChoose: (label: string) => void;
}) {
  const bar = useRef<HTMLDivElement>(null);
  const current = tabs.find(({ label }) => label === chosen) ?? tabs[0];
  const move = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined || current === undefined) return;
    const next = (tabs.indexOf(current) + step + tabs.length) % tabs.length;
    onChoose(tabs[next]?.label ?? chosen);
    bar.current?.querySelectorAll('button')[next]?.focus();
  };
  return (
    <>
      <div ref={bar} role="tablist" class="tabs" aria-label={name} onKeyDown={move}>
        {tabs.map((tab) => (
          <button
            key={tab.label}
            type="button"
            role="tab"
            id={`tab-${tab.label}`}
            aria-controls="tab-panel"
            aria-selected={tab === current}
            tabIndex={tab === current ? 0 : -1}
            onClick={() => onChoose(tab.label)}
          >
            {tab.label}
            {tab.count !== undefined && <span class="badge">{tab.count}</span>}
          </button>
        ))}
      </div>
      <div role="tabpanel" class="panel" id="tab-panel" aria-labelledby={`tab-${current?.label}`}>
        {current?.render()}
      </div>
    </>
  );
}

/** A choice of few, as radio buttons. */
export function Choice<Value extends string>({
  legend,
  name,
  options,
  value,
  onChange,
}: {
  legend: string;
  name: string;
  options: readonly { readonly value: Value; readonly label: string }[];
  value: Value;
  onChange: (value: Value) => void;
}) {
  return (
    <fieldset class="choice">
      <legend>{legend}</legend>
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </fieldset>
  );
}

import { useEffect, useState } from 'preact/hooks';
import type { ShownHtmlCheck } from '../../checks/show-html-check.ts';
import { plural } from '../format.ts';
import { ask } from '../server.ts';

type Warning = ShownHtmlCheck['warnings'][number];

/** What mail programs do not support of the HTML. */
export function HtmlCheck({ id }: { id: string }) {
  const [check, setCheck] = useState<ShownHtmlCheck>();
  const [problem, setProblem] = useState('');
  useEffect(() => {
    ask<ShownHtmlCheck>(`/api/messages/${encodeURIComponent(id)}/html-check`).then(setCheck, (error: Error) =>
      setProblem(error.message),
    );
  }, [id]);
  if (problem !== '') return <p class="problem">{problem}</p>;
  if (check === undefined) return <p class="hint">Checking …</p>;
  const { warnings, updatedAt } = check;
  return (
    <div class="html-check">
      <div class="score">
        <p>
          <b>{Math.round(check.supported)} %</b> overall support by mail programs
        </p>
        <Bar {...check} />
        <p class="hint">
          {warnings.length === 0 ? 'All of them support it.' : `${plural(warnings.length, 'warning')}.`} Data
          of{' '}
          <a href="https://www.caniemail.com" target="_blank" rel="noopener noreferrer">
            caniemail.com
          </a>
          , {updatedAt}.
        </p>
      </div>
      <ul aria-label="Warnings">
        {warnings.map((warning) => (
          <WarningItem key={warning.slug} warning={warning} />
        ))}
      </ul>
    </div>
  );
}

const percent = (share: number): string => `${Math.round(share)} %`;

/** The shares as a bar, and as words for those who do not see it. */
function Bar({ supported, partial, unsupported }: Pick<Warning, 'supported' | 'partial' | 'unsupported'>) {
  const words = `${percent(supported)} support it, ${percent(partial)} partly, ${percent(unsupported)} not`;
  return (
    <span class="bar-of-support" role="img" aria-label={words} title={words}>
      <span class="good" style={{ width: `${supported}%` }} />
      <span class="partly" style={{ width: `${partial}%` }} />
      <span class="bad" style={{ width: `${unsupported}%` }} />
    </span>
  );
}

function WarningItem({ warning }: { warning: Warning }) {
  const { title, url, found, description, clients } = warning;
  const notes = [...new Set(clients.flatMap((client) => client.notes))];
  return (
    <li>
      <details>
        <summary>
          <span class="title">{title}</span>{' '}
          <span class="hint">{found === 1 ? 'once' : `${found} times`}</span>
          <Bar {...warning} />
        </summary>
        {description !== '' && <p>{description}</p>}
        <Clients name="Not supported" clients={clients.filter(({ support }) => support === 'no')} />
        <Clients name="Partly" clients={clients.filter(({ support }) => support === 'partial')} />
        {notes.length > 0 && (
          <ul class="notes" aria-label="Notes">
            {notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        )}
        {url !== '' && (
          <a href={url} target="_blank" rel="noopener noreferrer">
            {title} on caniemail.com
          </a>
        )}
      </details>
    </li>
  );
}

/** The programs by family: `Gmail (Android, iOS)`. */
function Clients({ name, clients }: { name: string; clients: Warning['clients'] }) {
  if (clients.length === 0) return null;
  const families = new Map<string, string[]>();
  for (const { family, platform } of clients)
    families.set(family, [...(families.get(family) ?? []), platform]);
  const texts = [...families].map(([family, platforms]) => `${family} (${platforms.join(', ')})`);
  return (
    <p>
      <b>{name}:</b> {texts.join(', ')}
    </p>
  );
}

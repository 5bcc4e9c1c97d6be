import type { ComponentChildren } from 'preact';
import type { MailProject } from '../../../mail/store/project.ts';
import type { ViewProps } from '../context.ts';
import { useAnswer } from '../server.ts';
import { Empty, Time } from '../ui.tsx';

interface Answer extends Pick<MailProject, 'lists' | 'campaigns' | 'suppressions'> {
  readonly contacts: { readonly items: MailProject['contacts']; readonly total: number };
}

/** Contacts, lists, campaigns and suppressions of the mail service. */
export function Project({ info }: ViewProps) {
  const { answer, problem } = useAnswer<Answer>('/api/project', 'requests');
  if (problem) return <Empty title="The project did not load">{problem}</Empty>;
  if (answer === undefined) return null;
  const { contacts, lists, campaigns, suppressions } = answer;
  const { PLUNK_BASE_URL: url, PLUNK_API_KEY: key } = info.env;
  if (contacts.total + lists.length + campaigns.length + suppressions.length === 0)
    return (
      <Empty
        title="Nothing in the project yet"
        lines={[
          `curl -H 'authorization: Bearer ${key}' ${url}/contacts --json '{"email":"bob@example.com"}'`,
        ]}
        label="A command that adds a contact"
      >
        Contacts, lists, campaigns and suppressions of the mail services appear here. Add a contact:
      </Empty>
    );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls needs the keyboard
    <div class="sheet" tabIndex={0}>
      <Table
        title="Contacts"
        columns={['Address', 'Subscribed', 'Fields', 'Changed']}
        rows={contacts.items.map(({ email, subscribed, fields, updatedAt }) => [
          email,
          subscribed ? 'yes' : 'no',
          Object.keys(fields).length === 0 ? '' : JSON.stringify(fields),
          <Time key="time" at={String(updatedAt)} />,
        ])}
        total={contacts.total}
      />
      <Table
        title="Lists"
        columns={['Name', 'Members']}
        rows={lists.map(({ name, memberCount }) => [name, memberCount])}
      />
      <Table
        title="Campaigns"
        columns={['Name', 'Subject', 'Status', 'Sent']}
        rows={campaigns.map(({ name, subject, status, sentCount }) => [name, subject, status, sentCount])}
      />
      <Table
        title="Suppression rules"
        columns={['Kind', 'Pattern', 'On']}
        rows={suppressions.map(({ kind, pattern, enabled }) => [kind, pattern, enabled ? 'yes' : 'no'])}
      />
    </div>
  );
}

function Table({
  title,
  columns,
  rows,
  total = rows.length,
}: {
  title: string;
  columns: readonly string[];
  rows: readonly (readonly ComponentChildren[])[];
  total?: number;
}) {
  return (
    <section>
      <h2>{total > rows.length ? `${title} (${rows.length} of ${total})` : title}</h2>
      {rows.length === 0 ? (
        <p class="hint">None yet.</p>
      ) : (
        <table aria-label={title}>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((cells, row) => (
              <tr key={row}>
                {cells.map((cell, column) => (
                  <td key={columns[column]} data-label={columns[column]}>
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

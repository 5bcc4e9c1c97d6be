import { useEffect, useState } from 'preact/hooks';
import type { MessageDetail } from '../../inbox-routes.ts';
import { formatBytes } from '../format.ts';
import { RequestView } from '../requests/request-view.tsx';
import { ask, basePath } from '../server.ts';
import { type Tab, Tabs, Time } from '../ui.tsx';
import { MessageEvents } from './message-events.tsx';
import { changeMessage } from './messages.ts';
import { Preview } from './preview.tsx';
import { Release } from './release.tsx';
import { TagEditor } from './tag-editor.tsx';

const noTabs = 'HTML';
let lastTab = noTabs;

/** One message: its header, and a tab for each view of it. */
export function Message({ id, onDelete }: { id: string; onDelete: () => void }) {
  const [message, setMessage] = useState<MessageDetail | 'gone'>();
  const [tab, setTab] = useState(lastTab);
  useEffect(() => {
    let isCurrent = true;
    ask<MessageDetail>(`/api/messages/${encodeURIComponent(id)}`).then(
      (found) => {
        if (!found.isRead) void changeMessage(id, { isRead: true });
        if (isCurrent) setMessage(found);
      },
      () => isCurrent && setMessage('gone'),
    );
    return () => {
      isCurrent = false;
    };
  }, [id]);
  if (message === undefined) return null;
  if (message === 'gone') return <p class="empty">This message was deleted.</p>;
  const choose = (label: string) => {
    lastTab = label;
    setTab(label);
  };
  return (
    <>
      <Head message={message} onDelete={onDelete} />
      <Tabs name="Views of the message" tabs={tabsOf(message)} chosen={tab} onChoose={choose} />
    </>
  );
}

function tabsOf(message: MessageDetail): readonly Tab[] {
  const path = `${basePath}/messages/${encodeURIComponent(message.id)}`;
  const { request, links, text } = message;
  return [
    ...(message.hasHtml ? [{ label: 'HTML', render: () => <Preview path={path} /> }] : []),
    ...(text ? [{ label: 'Text', render: () => <Plain text={text} /> }] : []),
    { label: 'Headers', render: () => <Headers headers={message.headers} /> },
    ...(links.length > 0
      ? [{ label: 'Links', count: links.length, render: () => <Links links={links} /> }]
      : []),
    ...(request ? [{ label: 'Request', render: () => <RequestView id={request} /> }] : []),
    { label: 'Source', render: () => <Source path={path} id={message.id} /> },
  ];
}

function Head({ message, onDelete }: { message: MessageDetail; onDelete: () => void }) {
  const { envelope, cc, replyTo, attachments, tags } = message;
  const path = `${basePath}/messages/${encodeURIComponent(message.id)}`;
  const how = message.via === 'smtp' ? 'SMTP' : `the API of ${message.service ?? 'plunk'}`;
  return (
    <header class="head">
      <div class="title">
        <a class="back" href="#/inbox">
          ← Inbox
        </a>
        <h2>{message.subject || '(no subject)'}</h2>
        <button type="button" class="quiet" onClick={onDelete} title="Delete this message (Del)">
          Delete
        </button>
      </div>
      <dl>
        <Line name="From" value={message.from} />
        <Line name="To" value={message.to.join(', ') || envelope.to.join(', ')} />
        {cc.length > 0 && <Line name="Cc" value={cc.join(', ')} />}
        {replyTo.length > 0 && <Line name="Reply to" value={replyTo.join(', ')} />}
        {isDifferent(message) && (
          <Line name="Envelope" value={`${envelope.from} → ${envelope.to.join(', ')}`} />
        )}
        <div>
          <dt>Received</dt>
          <dd>
            <Time at={message.receivedAt} /> over {how}, {formatBytes(message.sizeBytes)}
          </dd>
        </div>
        <div>
          <dt>Tags</dt>
          <dd>
            <TagEditor id={message.id} tags={tags} />
          </dd>
        </div>
      </dl>
      {message.via === 'api' && <MessageEvents id={message.id} />}
      <Release key={message.id} id={message.id} recipients={envelope.to} />
      {message.defect !== undefined && (
        <p class="problem">This message could not be parsed: {message.defect}</p>
      )}
      {attachments.length > 0 && (
        <ul class="attachments" aria-label="Attachments">
          {attachments.map((file) => (
            <li key={file.index}>
              <a href={`${path}/attachments/${file.index}`} download={file.name}>
                <span class="name">{file.name}</span>
                <span class="hint">
                  {file.contentType}, {formatBytes(file.sizeBytes)}
                </span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </header>
  );
}

function Line({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

// The address in `Name <address>`.
function addressOf(text: string): string {
  const start = text.lastIndexOf('<');
  return (text.endsWith('>') ? text.slice(start + 1, -1) : text).toLowerCase();
}

// Only the envelope shows blind copies and bounces.
function isDifferent({ from, to, cc, envelope }: MessageDetail): boolean {
  const shown = [from, ...to, ...cc].map(addressOf);
  const real = [envelope.from, ...envelope.to].map((address) => address.toLowerCase());
  return shown.length !== real.length || real.some((address) => !shown.includes(address));
}

function Plain({ text }: { text: string }) {
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls needs the keyboard
  return <pre tabIndex={0}>{text}</pre>;
}

function Headers({ headers }: Pick<MessageDetail, 'headers'>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls needs the keyboard
    <div class="scroll" tabIndex={0}>
      <table>
        <tbody>
          {headers.map(({ name, value }, index) => (
            <tr key={`${index}${name}`}>
              <th scope="row">{name}</th>
              <td>{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Links({ links }: Pick<MessageDetail, 'links'>) {
  return (
    <div>
      <p class="hint">Links in the message are disabled. These open in a new tab.</p>
      <ul class="links">
        {links.map((url) => (
          <li key={url}>
            <a href={url} target="_blank" rel="noopener noreferrer">
              {url}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

const maxShown = 512 * 1024;

function Source({ path, id }: { path: string; id: string }) {
  const [source, setSource] = useState('Loading …');
  useEffect(() => {
    fetch(`${path}/source`)
      .then((response) => response.text())
      .then(setSource, () => setSource('The source did not load.'));
  }, [path]);
  return (
    <div>
      <p class="hint">
        <a href={`${path}/source`} download={`${id}.eml`}>
          Download as .eml
        </a>
        {source.length > maxShown && ' (the text below is truncated)'}
      </p>
      <Plain text={source.slice(0, maxShown)} />
    </div>
  );
}

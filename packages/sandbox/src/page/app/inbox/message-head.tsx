import type { MessageDetail } from '../../inbox-routes.ts';
import { formatBytes } from '../format.ts';
import { Icon } from '../icons.tsx';
import { basePath } from '../server.ts';
import { Time } from '../ui.tsx';
import { MessageEvents } from './message-events.tsx';
import { changeMessage } from './messages.ts';
import { Outcomes } from './outcome.tsx';
import { Release } from './release.tsx';
import { TagEditor } from './tag-editor.tsx';

/** What the buttons of a message do. */
export interface HeadActions {
  readonly onDelete: () => void;
  readonly onNext: (() => void) | undefined;
  readonly onPrevious: (() => void) | undefined;
}

/** Subject, buttons, addresses, outcomes, tags and files of a message. */
export function MessageHead({ message, ...actions }: HeadActions & { message: MessageDetail }) {
  const { envelope, cc, replyTo, tags, states, isDelivered } = message;
  const how = message.via === 'smtp' ? 'SMTP' : `the API of ${message.service ?? 'plunk'}`;
  return (
    <header class="head">
      <Actions message={message} {...actions} />
      <h2>{message.subject || '(no subject)'}</h2>
      {!isDelivered && (
        <p class="notice" role="status">
          {states.scheduled ? 'Not delivered yet.' : 'Accepted, and not delivered.'} It is not in the mailbox
          of your tests. {states.suppressed !== undefined && <a href="#/project">See the suppressions</a>}
        </p>
      )}
      <dl>
        <Line name="From" values={[message.from]} />
        <Line name="To" values={message.to.length > 0 ? message.to : envelope.to} />
        {cc.length > 0 && <Line name="Cc" values={cc} />}
        {replyTo.length > 0 && <Line name="Reply to" values={replyTo} />}
        {isDifferent(message) && <Line name="Envelope" before={`${envelope.from} → `} values={envelope.to} />}
        <div>
          <dt>{isDelivered ? 'Received' : 'Accepted'}</dt>
          <dd>
            <Time at={message.receivedAt} /> over {how}, {formatBytes(message.sizeBytes)}
          </dd>
        </div>
        <div>
          <dt>Outcome</dt>
          <dd>
            <Outcomes outcomes={message.outcomes} />
          </dd>
        </div>
        {isDelivered && (
          <div>
            <dt>Tags</dt>
            <dd>
              <TagEditor id={message.id} tags={tags} />
            </dd>
          </div>
        )}
      </dl>
      {isDelivered && message.via === 'api' && <MessageEvents id={message.id} />}
      {isDelivered && <Release key={message.id} id={message.id} recipients={envelope.to} />}
      {message.defect !== undefined && (
        <p class="problem">This message could not be parsed: {message.defect}</p>
      )}
      <Attachments message={message} />
    </header>
  );
}

function Actions({ message, onDelete, onNext, onPrevious }: HeadActions & { message: MessageDetail }) {
  const { id, isRead, states, isDelivered } = message;
  return (
    <div class="actions" role="toolbar" aria-label="Message">
      <a class="back" href="#/inbox">
        ← Inbox
      </a>
      <button type="button" class="quiet" disabled={!onPrevious} onClick={onPrevious} title="Newer (k)">
        <Icon name="up" />
        <span class="sr">Newer message</span>
      </button>
      <button type="button" class="quiet" disabled={!onNext} onClick={onNext} title="Older (j)">
        <Icon name="down" />
        <span class="sr">Older message</span>
      </button>
      <span class="space" />
      {isDelivered && (
        <button
          type="button"
          class="quiet"
          onClick={() => void changeMessage(id, { isRead: !isRead })}
          title={isRead ? 'Mark as unread (u)' : 'Mark as read'}
        >
          {isRead ? 'Mark unread' : 'Mark read'}
        </button>
      )}
      <a
        class="button quiet"
        href={`${basePath}/messages/${encodeURIComponent(id)}/source`}
        download={`${id}.eml`}
        title="Download as .eml"
      >
        Download
      </a>
      {!states.scheduled && (
        <button type="button" class="quiet" onClick={onDelete} title="Delete this message (Del)">
          Delete
        </button>
      )}
    </div>
  );
}

function Attachments({ message: { id, attachments } }: { message: MessageDetail }) {
  if (attachments.length === 0) return null;
  const path = `${basePath}/messages/${encodeURIComponent(id)}`;
  return (
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
  );
}

const maxListed = 6;

interface LineProps {
  readonly name: string;
  readonly before?: string;
  readonly values: readonly string[];
}

/** Addresses in one line; those after the sixth on request. */
function Line({ name, before = '', values }: LineProps) {
  const more = values.slice(maxListed);
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {before}
        {values.slice(0, maxListed).join(', ')}
        {more.length > 0 && (
          <details>
            <summary>and {more.length} more</summary>
            {more.join(', ')}
          </details>
        )}
      </dd>
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

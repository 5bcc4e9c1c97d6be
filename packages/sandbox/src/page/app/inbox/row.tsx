import type { MessageSummary } from '../../inbox-routes.ts';
import { formatBytes } from '../format.ts';
import { Icon } from '../icons.tsx';
import { When } from '../ui.tsx';
import { RowOutcomes } from './outcome.tsx';

/** The height of a row, for the list that places it. */
export const rowHeight = 118;

/** One message of the list. */
export function Row({ message, isOpen }: { message: MessageSummary | undefined; isOpen: boolean }) {
  if (message === undefined) return <span class="row placeholder" />;
  const { tags, isRead, attachments, sizeBytes } = message;
  return (
    <a
      class={isRead ? 'row read' : 'row'}
      href={`#/inbox/${encodeURIComponent(message.id)}`}
      aria-current={isOpen ? 'true' : undefined}
    >
      <span class="from">{message.from || '(no sender)'}</span>
      <span class="when">
        {attachments > 0 && (
          <>
            <Icon name="clip" />
            <span class="sr">{attachments === 1 ? '1 file,' : `${attachments} files,`}</span>
          </>
        )}
        <span>{formatBytes(sizeBytes)}</span>
        <When at={message.receivedAt} />
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
      <RowOutcomes message={message} />
    </a>
  );
}

import type { MessageSummary } from '../../inbox-routes.ts';
import { ask } from '../server.ts';
import { notify } from '../toast.tsx';

interface Deletion {
  readonly deletion: string;
  readonly count: number;
}

function offerUndo({ deletion, count }: Deletion): void {
  if (count === 0) return;
  notify({
    text: count === 1 ? 'Message deleted' : `${count} messages deleted`,
    undo: () => void ask(`/api/deletions/${deletion}/undo`, { method: 'POST' }),
  });
}

/** Deletes all mail, and offers to undo it. */
export async function deleteAll(): Promise<void> {
  offerUndo(await ask<Deletion>('/api/messages', { method: 'DELETE' }));
}

/** Deletes one message, and offers to undo it. */
export async function deleteMessage(id: string): Promise<void> {
  offerUndo(await ask<Deletion>(`/api/messages/${encodeURIComponent(id)}`, { method: 'DELETE' }));
}

/** Sets the tags or the read state of a message. */
export function changeMessage(
  id: string,
  json: { readonly tags?: readonly string[]; readonly isRead?: boolean },
): Promise<MessageSummary> {
  return ask<MessageSummary>(`/api/messages/${encodeURIComponent(id)}`, { method: 'PUT', json });
}

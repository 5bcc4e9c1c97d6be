import type { MessageSummary } from '../../inbox-routes.ts';
import { ask } from '../server.ts';
import { notify } from '../toast.tsx';

interface Deletion {
  readonly deletion: string;
  readonly count: number;
}

function offerUndo({ deletion, count }: Deletion): void {
  if (count === 0) notify({ text: 'Nothing to delete. Scheduled mail stays until its time.' });
  else
    notify({
      text: count === 1 ? 'Message deleted' : `${count} messages deleted`,
      undo: () => void ask(`/api/deletions/${deletion}/undo`, { method: 'POST' }),
    });
}

/** Deletes all mail, and offers to undo it. */
export async function deleteAll(): Promise<void> {
  offerUndo(await ask<Deletion>('/api/messages', { method: 'DELETE' }));
}

/** Deletes one message, and offers to undo it. Resolves with `false` for mail that stays. */
export async function deleteMessage(id: string): Promise<boolean> {
  const path = `/api/messages/${encodeURIComponent(id)}`;
  const deletion = await ask<Deletion>(path, { method: 'DELETE' }).catch(() => undefined);
  offerUndo(deletion ?? { deletion: '', count: 0 });
  return deletion !== undefined;
}

/** Sets the tags or the read state of a message. */
export function changeMessage(
  id: string,
  json: { readonly tags?: readonly string[]; readonly isRead?: boolean },
): Promise<MessageSummary> {
  return ask<MessageSummary>(`/api/messages/${encodeURIComponent(id)}`, { method: 'PUT', json });
}

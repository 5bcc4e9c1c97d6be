import type { MessageSummary } from '../../inbox-routes.ts';
import { ask } from '../server.ts';
import { notify } from '../toast.tsx';
import { afterUndo, all, beforeDeletion, keepLoad } from './loads.ts';

interface Deletion {
  readonly deletion: string;
  readonly count: number;
}

async function undo(deletion: string, id: string): Promise<void> {
  afterUndo(id);
  await ask(`/api/deletions/${deletion}/undo`, { method: 'POST' });
}

function offerUndo({ deletion, count }: Deletion, id: string): void {
  if (count === 0) notify({ text: 'Nothing to delete. Scheduled mail stays until its time.' });
  else
    notify({
      text: count === 1 ? 'Message deleted' : `${count} messages deleted`,
      undo: () => void undo(deletion, id),
    });
}

/** Deletes all mail, and offers to undo it. */
export async function deleteAll(): Promise<void> {
  await beforeDeletion(all);
  const deletion = await ask<Deletion>('/api/messages', { method: 'DELETE' }).finally(() => afterUndo(all));
  offerUndo(deletion, all);
}

/** Deletes one message, and offers to undo it. Resolves with `false` for mail that stays. */
export async function deleteMessage(id: string): Promise<boolean> {
  const path = `/api/messages/${encodeURIComponent(id)}`;
  await beforeDeletion(id);
  const deletion = await ask<Deletion>(path, { method: 'DELETE' }).catch(() => undefined);
  if (deletion === undefined) afterUndo(id);
  offerUndo(deletion ?? { deletion: '', count: 0 }, id);
  return deletion !== undefined;
}

/** Sets the tags or the read state of a message. */
export function changeMessage(
  id: string,
  json: { readonly tags?: readonly string[]; readonly isRead?: boolean },
): Promise<MessageSummary> {
  return keepLoad(ask(`/api/messages/${encodeURIComponent(id)}`, { method: 'PUT', json }));
}

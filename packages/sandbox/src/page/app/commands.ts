import type { Question } from './confirm.tsx';
import type { SandboxInfo } from './context.ts';
import { deleteAll } from './inbox/messages.ts';
import type { Command } from './palette.tsx';
import { ask } from './server.ts';
import { complain, notify } from './toast.tsx';

const resetQuestion: Question = {
  title: 'Reset the sandbox?',
  text: 'It removes mail, contacts, webhooks, requests and faults of after the start. It cannot be undone.',
  yes: 'Reset',
  run: () =>
    void ask('/api/reset', { method: 'POST' }).then(
      () => notify({ text: 'The sandbox is as it was at its start.' }),
      complain,
    ),
};

/** The commands of the palette: the views, and what changes the whole sandbox. */
export function commandsOf(
  views: readonly { readonly name: string; readonly label: string }[],
  info: SandboxInfo,
  onAsk: (question: Question) => void,
): readonly Command[] {
  return [
    ...views.map(({ name, label }) => ({
      label: `Go to ${label.toLowerCase()}`,
      hint: 'View',
      run: () => {
        location.hash = `#/${name}`;
      },
    })),
    ...(info.views.inbox ? [{ label: 'Delete all mail', hint: 'Can be undone', run: deleteAll }] : []),
    {
      label: 'Remove all faults',
      hint: 'Faults',
      run: () => void ask('/api/faults', { method: 'DELETE' }).catch(complain),
    },
    {
      label: 'Clear the request log',
      hint: 'Requests',
      run: () => void ask('/api/requests', { method: 'DELETE' }).catch(complain),
    },
    { label: 'Reset the sandbox', hint: 'Cannot be undone', run: () => onAsk(resetQuestion) },
  ];
}

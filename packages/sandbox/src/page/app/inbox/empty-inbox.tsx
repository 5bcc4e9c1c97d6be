import { Code, envLines } from '../ui.tsx';

const body = {
  From: { Email: 'ann@acme.dev' },
  To: [{ Email: 'bob@example.com' }],
  Subject: 'Hello',
  Text: 'It works.',
};

/** What to do for the first mail: a line for the shell, and the environment for programs. */
export function EmptyInbox({ env }: { env: Readonly<Record<string, string>> }) {
  return (
    <div class="empty">
      <h2>No mail yet</h2>
      <p>Mail to this sandbox appears here. It never leaves this machine. Send one:</p>
      <Code
        text={`curl ${location.origin}/api/v1/send -d '${JSON.stringify(body)}'`}
        label="A command that sends a mail"
      />
      <p class="more">Environment for your programs:</p>
      <Code text={envLines(env, ['PLUNK_', 'RESEND_', 'SMTP_']).join('\n')} label="Environment variables" />
    </div>
  );
}

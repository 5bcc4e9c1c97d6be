import { useState } from 'preact/hooks';
import { ask } from '../server.ts';
import { useForm } from '../use-form.ts';

const start = {
  from: 'ann@example.com',
  to: '',
  subject: 'A mail from outside',
  text: 'Hello',
  html: '',
};

/** The base64 of a file. */
function read(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(`${reader.result}`.replace(/^[^,]*,?/, ''));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}

async function send({ html, ...wish }: typeof start, attachment: File | undefined, eml: File | undefined) {
  if (eml !== undefined) return post({ from: wish.from, to: wish.to, eml: await read(eml) });
  const { name: filename = '', type: contentType = '' } = attachment ?? {};
  const content = attachment && (await read(attachment));
  return post({
    ...wish,
    ...(html !== '' && { html }),
    ...(attachment && { attachments: [{ filename, content, ...(contentType && { contentType }) }] }),
  });
}

const post = (json: object) => ask('/api/inbound/mails', { method: 'POST', json });

/** A mail to a program, written here or from a file. */
export function InboundMail({ addresses }: { addresses: readonly string[] }) {
  const { wish, field } = useForm('mail', start);
  const [attachment, setAttachment] = useState<File>();
  const [eml, setEml] = useState<File>();
  const [problem, setProblem] = useState<string>();
  const known = addresses.map((address) => address.replace(/^\*/, 'reply'));
  const to = wish.to || (known[0] ?? '');
  const file = (name: string, keep: (file: File | undefined) => void) => ({
    id: `mail-${name}`,
    type: 'file' as const,
    onChange: (event: { currentTarget: HTMLInputElement }) => keep(event.currentTarget.files?.[0]),
  });
  const submit = (event: Event) => {
    event.preventDefault();
    send({ ...wish, to }, attachment, eml).then(
      () => setProblem(undefined),
      (error: Error) => setProblem(error.message),
    );
  };
  return (
    <form class="card" onSubmit={submit}>
      <h2 class="small">Send it a mail</h2>
      <div class="fields">
        <label for="mail-from">From</label>
        <input {...field('from')} />
        <label for="mail-to">To</label>
        <input {...field('to')} value={to} required list="inbound-addresses" spellcheck={false} />
        <datalist id="inbound-addresses">
          {known.map((address) => (
            <option key={address} value={address} />
          ))}
        </datalist>
        {eml === undefined && (
          <>
            <label for="mail-subject">Subject</label>
            <input {...field('subject')} />
            <label for="mail-text">Text</label>
            <textarea {...field('text')} rows={3} />
            <label for="mail-html">HTML</label>
            <textarea {...field('html')} rows={2} spellcheck={false} />
            <label for="mail-attachment">Attachment</label>
            <input {...file('attachment', setAttachment)} />
          </>
        )}
        <label for="mail-eml">or .eml file</label>
        <input {...file('eml', setEml)} accept=".eml,message/rfc822" />
      </div>
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      <button type="submit">Send mail</button>
    </form>
  );
}

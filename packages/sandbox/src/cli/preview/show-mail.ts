import { decodeEntities } from '../../mail/message/html-entities.ts';
import type { ShownHtmlCheck } from '../../page/checks/show-html-check.ts';
import { type Invocation, print } from '../command.ts';
import type { SandboxClient } from '../sandbox-client.ts';
import { idOf } from './mail-files.ts';
import type { RenderedMail, Rendering } from './render-mail.ts';

/** Puts a mail on the page, or what is wrong with it, and prints a line about it. */
export async function showMail(
  name: string,
  { mail, problem }: Rendering,
  client: SandboxClient,
  invocation: Invocation,
): Promise<void> {
  if (problem !== undefined) {
    await putMail(name, { subject: `${name} cannot be rendered`, text: problem }, client);
    return print(invocation, { mail: name, problem }, `${name}  cannot be rendered: ${problem}\n`);
  }
  if (mail === undefined) return removeMail(name, client);
  const id = await putMail(name, { ...mail, subject: subjectOf(mail, name) }, client);
  const check = mail.html === undefined ? undefined : await readCheck(id, client);
  const lost = check?.warnings.map(({ title }) => title) ?? [];
  const sizeBytes = Buffer.byteLength(mail.html ?? mail.text ?? '');
  const lines = [lineOf(name, sizeBytes, check), ...mail.notes.map((note) => `  ${note}`)];
  const { notes } = mail;
  print(invocation, { mail: name, id, sizeBytes, lost, notes }, lines.map((line) => `${line}\n`).join(''));
}

/** A file that is gone, or a module that is no mail any more. */
export async function removeMail(name: string, client: SandboxClient): Promise<void> {
  await client.send('DELETE', `/api/messages/${encodeURIComponent(`preview-${idOf(name)}`)}`).catch(() => {});
}

async function putMail(
  name: string,
  mail: Pick<RenderedMail, 'subject' | 'html' | 'text'>,
  client: SandboxClient,
): Promise<string> {
  const path = `/api/previews/${encodeURIComponent(idOf(name))}`;
  return (await client.send<{ readonly id: string }>('PUT', path, mail)).id;
}

function subjectOf({ subject, html = '' }: RenderedMail, name: string): string {
  const [, title = ''] = /<title\b[^<>]{0,200}>([^<]{1,200})<\/title>/i.exec(html) ?? [];
  return subject ?? (decodeEntities(title).trim() || name);
}

async function readCheck(id: string, client: SandboxClient): Promise<ShownHtmlCheck | undefined> {
  return client
    .get<ShownHtmlCheck>(`/api/messages/${encodeURIComponent(id)}/html-check`)
    .catch(() => undefined);
}

const shown = 4;

function lineOf(name: string, sizeBytes: number, check: ShownHtmlCheck | undefined): string {
  const size = `${name}  ${(sizeBytes / 1000).toFixed(1)} kB`;
  if (check === undefined || check.warnings.length === 0) return size;
  const titles = check.warnings.slice(0, shown).map(({ title }) => title);
  const more = check.warnings.length - titles.length;
  const rest = more > 0 ? ` and ${more} more` : '';
  return `${size}, not in all mail programs: ${titles.join(', ')}${rest}`;
}

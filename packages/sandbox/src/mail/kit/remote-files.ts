import type { SandboxRequest } from '../../http/exchange.ts';
import { type Door, Problem } from './door.ts';
import { fieldsOf, listOf, textOf } from './fields.ts';
import type { FetchFile } from './file-fetcher.ts';

const maxFiles = 20;

/**
 * The request with the files that it names by URL, as if they had been sent. Without `fetchFile` it is the
 * same, and the route refuses them.
 *
 * @throws {Problem} 422 for a file that cannot be fetched
 */
export async function withRemoteFiles(
  request: SandboxRequest,
  { remoteFiles: places, problem }: Pick<Door, 'remoteFiles' | 'problem'>,
  fetchFile: FetchFile | undefined,
): Promise<SandboxRequest> {
  if (places === undefined || fetchFile === undefined || request.method !== 'POST') return request;
  const body = fieldsOf(request.json());
  const files = listOf(body[places.list]);
  const isRemote = (file: unknown): boolean => textOf(fieldsOf(file)[places.url]) !== undefined;
  if (!files.some(isRemote)) return request;
  const refuse = (at: number, reason: string): Problem =>
    new Problem(problem(422, `\`${places.list}[${at}].${places.url}\` cannot be fetched: ${reason}.`));
  const fetchAt = async (file: unknown, at: number): Promise<unknown> => {
    if (!isRemote(file)) return file;
    if (at >= maxFiles) throw refuse(at, `there are more than ${maxFiles} files`);
    const { [places.url]: url, ...rest } = fieldsOf(file);
    const bytes = await fetchFile(String(url)).catch((error: Error) => {
      throw refuse(at, error.message);
    });
    const name = new URL(String(url)).pathname.split('/').at(-1) || 'attachment';
    return { [places.name]: name, ...rest, [places.content]: Buffer.from(bytes).toString('base64') };
  };
  const filled = { ...body, [places.list]: await Promise.all(files.map(fetchAt)) };
  const text = JSON.stringify(filled);
  const bytes = new TextEncoder().encode(text);
  return { ...request, bytes, text: () => text, json: () => filled };
}

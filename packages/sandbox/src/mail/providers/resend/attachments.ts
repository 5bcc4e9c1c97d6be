import { type DoorContext, dateOf, need, ok, type Route, route, type SandboxRequest } from '../../kit.ts';
import { missing, resendConventions } from './wire.ts';

const content = '/emails/:id/attachments/:attachment/content';
const dayMs = 24 * 3_600_000;

/** The key in the link of a file, which is opened without headers. */
export function readDownloadKey({ path, query }: SandboxRequest): string | undefined {
  return /^\/emails\/[^/]+\/attachments\/[^/]+\/content$/.test(path)
    ? (query.get('key') ?? undefined)
    : undefined;
}

/** The files of a message that was sent. Their ids count from 1. */
export function attachmentRoutes({ store, url, key }: DoorContext): readonly Route[] {
  const filesOf = (id = '') =>
    need(store.messages.get(id) && (store.mailbox.get(id)?.parsed.attachments ?? []), missing);
  const viewsOf = (id = '') =>
    filesOf(id).map(({ filename = null, contentType, contentId, disposition, content: bytes }, index) => ({
      id: `${index + 1}`,
      filename,
      content_type: contentType,
      content_disposition: disposition ?? null,
      ...(contentId !== undefined && { content_id: contentId }),
      size: bytes.length,
      download_url: `${url()}/emails/${id}/attachments/${index + 1}/content?key=${encodeURIComponent(key)}`,
      expires_at: dateOf(store.now() + dayMs),
    }));
  return [
    route('GET', '/emails/:id/attachments', (request, { id }) =>
      resendConventions.list(viewsOf(id), request, 'attachment'),
    ),
    route('GET', '/emails/:id/attachments/:attachment', (_request, { id, attachment }) => {
      const found = need(
        viewsOf(id).find((file) => file.id === attachment),
        missing,
      );
      return ok({ object: 'attachment', ...found });
    }),
    route('GET', content, (_request, { id, attachment }) => {
      const file = need(filesOf(id)[Number(attachment) - 1], missing);
      // A browser must not run a file as a page of the sandbox.
      const headers = { 'content-type': 'application/octet-stream', 'content-disposition': 'attachment' };
      return { status: 200, headers, body: file.content };
    }),
  ];
}

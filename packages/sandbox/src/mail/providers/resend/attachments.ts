import {
  type DoorContext,
  dateOf,
  type MailAttachment,
  need,
  ok,
  route,
  type SandboxRequest,
} from '../../kit.ts';
import { missing, resendConventions } from './wire.ts';

const dayMs = 24 * 3_600_000;
const download = /^\/emails\/(?:receiving\/)?[^/]+\/(?:raw|attachments\/[^/]+\/content)$/;

/** The key in the link of a file, which is opened without headers. */
export function readDownloadKey({ path, query }: SandboxRequest): string | undefined {
  return download.test(path) ? (query.get('key') ?? undefined) : undefined;
}

/** A link to a file, for a day. */
export function linkTo(path: string, { store, url, key }: DoorContext) {
  return {
    download_url: `${url()}${path}?key=${encodeURIComponent(key)}`,
    expires_at: dateOf(store.now() + dayMs),
  };
}

/** A file without its link. Their ids count from 1. */
export function fileView(
  { filename, contentType, contentId, disposition, content }: MailAttachment,
  index: number,
) {
  return {
    id: `${index + 1}`,
    filename: filename ?? null,
    content_type: contentType,
    content_disposition: disposition ?? null,
    ...(contentId !== undefined && { content_id: contentId }),
    size: content.length,
  };
}

/** The response with a file. A browser must not run it as a page of the sandbox. */
export const fileResponse = (body: Uint8Array) => ({
  status: 200,
  headers: { 'content-type': 'application/octet-stream', 'content-disposition': 'attachment' },
  body,
});

/** The files of the messages below a path: `undefined` for an unknown message. */
export function attachmentRoutes(
  context: DoorContext,
  base: string,
  filesOf: (id: string) => readonly MailAttachment[] | undefined,
) {
  const known = (id = '') => need(filesOf(id), missing);
  const viewsOf = (id = '') =>
    known(id).map((file, index) => {
      const path = `${base}/${id}/attachments/${index + 1}/content`;
      return { ...fileView(file, index), ...linkTo(path, context) };
    });
  return [
    route('GET', `${base}/:id/attachments`, (request, { id }) =>
      resendConventions.list(viewsOf(id), request, 'attachment'),
    ),
    route('GET', `${base}/:id/attachments/:attachment`, (_request, { id, attachment }) => {
      const found = need(
        viewsOf(id).find((file) => file.id === attachment),
        missing,
      );
      return ok({ object: 'attachment', ...found });
    }),
    route('GET', `${base}/:id/attachments/:attachment/content`, (_request, { id, attachment }) =>
      fileResponse(need(known(id)[Number(attachment) - 1], missing).content),
    ),
  ];
}

import type { ReceivedWebhook } from '../driver/webhook-scheme.ts';

/** A form as it was posted, cut into its parts and not parsed. @public */
export interface PostedForm {
  /** For a parser: it names the boundary of `parts`, and no other. */
  readonly contentType: string;
  readonly isMultipart: boolean;
  /** What stands between two parts. */
  readonly separator: string;
  /** `undefined` for a form with more than 1,000 fields. */
  readonly parts: readonly string[] | undefined;
}

const maxFields = 1_000;
const maxShortLength = 2_048;

/** The form of a webhook; `undefined` for a body of another type. @public */
export function postedForm({
  header,
  text,
}: Pick<ReceivedWebhook, 'header' | 'text'>): PostedForm | undefined {
  const given = header('content-type') ?? '';
  const known = /^\s*(multipart\/form-data|application\/x-www-form-urlencoded)\s*(?:;|$)/i.exec(given);
  if (known === null) return undefined;
  const type = `${known[1]}`.toLowerCase();
  const isMultipart = type.startsWith('multipart');
  const boundary = isMultipart ? boundaryIn(given) : undefined;
  const separator = isMultipart ? `--${boundary ?? ''}` : '&';
  // A preamble and an end stand around the fields of a multipart form.
  const parts = text.split(separator, maxFields + 3);
  return {
    contentType: boundary === undefined ? type : `${type}; boundary="${boundary}"`,
    isMultipart,
    separator,
    parts: parts.length > maxFields + (isMultipart ? 2 : 0) ? undefined : parts,
  };
}

/** RFC 2046, section 5.1.1. */
function boundaryIn(type: string): string | undefined {
  const [, quoted, plain] =
    /;\s*boundary\s*=\s*(?:"([\w'()+,./:=? -]{1,70})"|([\w'()+,./:=?-]{1,70}))\s*(?:;|$)/i.exec(type) ?? [];
  return quoted ?? plain;
}

/**
 * The fields of up to 2,000 characters, such as those of a signature: bounded work for a form of any size.
 * `undefined` for a body of another type; a form that cannot be read has none. @public
 */
export async function readShortFields(
  webhook: Pick<ReceivedWebhook, 'header' | 'text'>,
): Promise<Readonly<Record<string, string>> | undefined> {
  const posted = postedForm(webhook);
  if (posted === undefined) return undefined;
  const { contentType, separator, parts = [] } = posted;
  const short = parts.filter(({ length }) => length <= maxShortLength).join(separator);
  const response = new Response(short, { headers: { 'content-type': contentType } });
  const form = await response.formData().catch(() => new FormData());
  return Object.fromEntries(
    [...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
}

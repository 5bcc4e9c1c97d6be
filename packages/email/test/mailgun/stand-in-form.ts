import type { StandInReply, StandInRequest } from '../support/stand-in-server.ts';

/** Routes by `METHOD /path`, where `*` is one segment. */
export type Route = (request: StandInRequest, ...segments: readonly string[]) => StandInReply;
export type Routes = Readonly<Record<string, Route>>;

export interface FormFile {
  readonly name: string;
  readonly filename: string;
  readonly contentType: string;
  readonly content: Buffer;
}

/** A form of either kind: every value by its name, in order. */
export interface ReceivedForm {
  readonly values: ReadonlyMap<string, readonly string[]>;
  readonly files: readonly FormFile[];
}

export function readForm({ headers, body }: Pick<StandInRequest, 'headers' | 'body'>): ReceivedForm {
  const type = headers['content-type'] ?? '';
  const [, boundary] = /^multipart\/form-data; boundary=(\S+)$/.exec(type) ?? [];
  const values = new Map<string, string[]>();
  const add = (name: string, value: string) => values.set(name, [...(values.get(name) ?? []), value]);
  if (boundary === undefined) {
    for (const [name, value] of new URLSearchParams(String(body))) add(name, value);
    return { values, files: [] };
  }
  const files: FormFile[] = [];
  // Bytes as characters, so that files stay what they are.
  for (const part of body.toString('latin1').split(`--${boundary}`).slice(1, -1)) {
    const end = part.indexOf('\r\n\r\n');
    const head = Buffer.from(part.slice(2, end), 'latin1').toString();
    const content = Buffer.from(part.slice(end + 4, -2), 'latin1');
    const [, name = ''] = /name="([^"]*)"/.exec(head) ?? [];
    const [, filename] = /filename="([^"]*)"/.exec(head) ?? [];
    const [, contentType = ''] = /content-type: (.*)/.exec(head) ?? [];
    if (filename === undefined) add(name, content.toString());
    else files.push({ name, filename, contentType, content });
  }
  return { values, files };
}

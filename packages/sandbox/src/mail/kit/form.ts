import { BadJson, type SandboxRequest } from '../../http/exchange.ts';

export interface FormFile {
  /** The field. */
  readonly name: string;
  readonly filename: string;
  readonly contentType: string;
  readonly content: Uint8Array;
}

/** A form of either kind: the values of each field, in order. */
export interface Form {
  readonly values: ReadonlyMap<string, readonly string[]>;
  readonly files: readonly FormFile[];
}

/** Reads `multipart/form-data` or `application/x-www-form-urlencoded`. @throws {BadJson} for another body */
export async function readForm({ headers, bytes }: SandboxRequest): Promise<Form> {
  const values = new Map<string, string[]>();
  const files: FormFile[] = [];
  for (const [name, value] of await parse(headers['content-type'] ?? '', bytes)) {
    if (typeof value === 'string') values.set(name, [...(values.get(name) ?? []), value]);
    else {
      const { type: contentType } = value;
      // The platform decodes it, and services do not.
      const filename = value.name.replaceAll('"', '%22');
      files.push({ name, filename, contentType, content: new Uint8Array(await value.arrayBuffer()) });
    }
  }
  return { values, files };
}

async function parse(type: string, bytes: Uint8Array): Promise<FormData> {
  if (bytes.byteLength === 0) return new FormData();
  try {
    return await new Response(bytes as BodyInit, { headers: { 'content-type': type } }).formData();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new BadJson(`The body is not a form: ${reason}`);
  }
}

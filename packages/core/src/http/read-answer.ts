import { ByteCollector } from './byte-collector.ts';
import { HeaderLines } from './header-lines.ts';
import type { HttpAnswer } from './response.ts';

/** The mark of an answer larger than the limit. */
export class TooLarge {
  readonly status: number;

  constructor(status: number) {
    this.status = status;
  }
}

/** Reads the whole body, counting decoded bytes; stops and cancels at the limit. Throws {@link TooLarge}, or what the stream throws. */
export async function readAnswer(response: Response, maxBytes: number): Promise<HttpAnswer> {
  const bytes =
    response.body === null ? new Uint8Array() : await readBytes(response, response.body, maxBytes);
  return createAnswer(response.status, copyOf(response.headers), bytes);
}

// Each look into the platform's own checks and converts the name anew.
function copyOf(headers: Headers): HeaderLines {
  const lines: string[] = [];
  headers.forEach((value, name) => {
    lines.push(name, value);
  });
  return new HeaderLines(lines);
}

async function readBytes(
  response: Response,
  body: ReadableStream<Uint8Array>,
  maxBytes: number,
): Promise<Uint8Array> {
  const reader = body.getReader();
  const collected = new ByteCollector();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    if (collected.length + value.byteLength > maxBytes) {
      reader.cancel().catch(() => {});
      throw new TooLarge(response.status);
    }
    collected.add(value);
  }
  return collected.join();
}

/** An answer from its parts; text and JSON are made when first asked for. @public */
export function createAnswer(status: number, headers: HttpAnswer['headers'], bytes: Uint8Array): HttpAnswer {
  let text: string | undefined;
  let json: { readonly value: unknown } | undefined;
  const readText = () => {
    text ??= new TextDecoder().decode(bytes);
    return text;
  };
  return {
    status,
    headers: { get: (name) => headers.get(name) },
    bytes,
    text: readText,
    json: () => {
      json ??= { value: parseJson(readText()) };
      return json.value;
    },
  };
}

function parseJson(text: string): unknown {
  if (text.trim() === '' || isTooDeep(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

// The engine parses any depth, but whoever walks the value afterwards (a schema, JSON.stringify) runs out of stack at some thousands.
const maxJsonDepth = 512;

/** Are more arrays and objects open at once than anybody means? */
function isTooDeep(text: string): boolean {
  // Whatever is opened has to be closed, or it is no JSON anyway.
  if (text.length <= maxJsonDepth * 2) return false;
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (inString) {
      if (code === 0x5c)
        at += 1; // \
      else if (code === 0x22) inString = false; // "
    } else if (code === 0x22) inString = true;
    // [ and { differ from ] and } in the same way, and from each other in one bit.
    else if ((code | 0x20) === 0x7b) depth += 1;
    else if ((code | 0x20) === 0x7d) depth -= 1;
    if (depth > maxJsonDepth) return true;
  }
  return false;
}

import { wrongKind } from '@org/core/basics';
import { invalidOption } from './invalid-option.ts';
import { invalidFile } from './report.ts';

/** A file: its text, its bytes, or its bytes as they come, such as a stream. @public */
export type FileInput = string | Uint8Array | AsyncIterable<Uint8Array | string> | Blob;

/** The text of a file. @throws InvalidInputError for another kind of file, and one that is too large */
export async function textOf(input: FileInput, source: string, maxBytes: number): Promise<string> {
  const text =
    typeof input === 'string'
      ? checkedSize(input, source, maxBytes)
      : decode(await bytesOf(input, source, maxBytes), source);
  const clean = text.startsWith('\uFEFF') ? text.slice(1) : text;
  if (/^\s*$/.test(clean.slice(0, 1000)) && clean.trim() === '') throw invalidFile(source, 'is empty');
  if (/^\s*(?:<!--(?:(?!-->)[\s\S])*-->\s*)?<(?:!doctype html|html|head|body)\b/i.test(clean.slice(0, 2000)))
    throw invalidFile(source, 'is a web page (HTML). Its download may need a sign-in, or another address');
  return clean;
}

function checkedSize(text: string, source: string, maxBytes: number): string {
  if (text.length > maxBytes) throw tooLarge(source, maxBytes);
  return text;
}

function tooLarge(source: string, maxBytes: number) {
  return invalidFile(source, `has more than ${maxBytes} bytes. Split it, or set maxBytes`);
}

async function bytesOf(
  input: Exclude<FileInput, string>,
  source: string,
  maxBytes: number,
): Promise<Uint8Array> {
  if (input instanceof Uint8Array) {
    if (input.length > maxBytes) throw tooLarge(source, maxBytes);
    return input;
  }
  if (input instanceof Blob) {
    if (input.size > maxBytes) throw tooLarge(source, maxBytes);
    return new Uint8Array(await input.arrayBuffer());
  }
  if (typeof (input as Partial<AsyncIterable<unknown>> | null)?.[Symbol.asyncIterator] !== 'function')
    throw invalidOption('input', `a text, bytes, a Blob or a stream of bytes, not ${wrongKind(input)}`);
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of input) {
    const bytes = typeof chunk === 'string' ? new TextEncoder().encode(chunk) : chunk;
    length += bytes.length;
    // Leaving the loop closes the stream: the rest is not read.
    if (length > maxBytes) throw tooLarge(source, maxBytes);
    chunks.push(bytes);
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

/** Files of other kinds, by their first bytes. */
const otherKinds: readonly (readonly [bytes: readonly number[], what: string])[] = [
  [[0x1f, 0x8b], 'is compressed with gzip. Unpack it: gunzip'],
  [[0x50, 0x4b, 0x05, 0x06], 'is an empty ZIP archive'],
  [[0x25, 0x50, 0x44, 0x46], 'is a PDF'],
  [
    [0x53, 0x51, 0x4c, 0x69, 0x74, 0x65],
    'is an SQLite database, such as a GeoPackage. Export CSV or GeoJSON',
  ],
  [[0xd0, 0xcf, 0x11, 0xe0], 'is an old Excel file. Save it as "CSV UTF-8"'],
  [[0x00, 0x00, 0x27, 0x0a], 'is a shapefile. Convert it: ogr2ogr -t_srs EPSG:4326 out.geojson in.shp'],
  [[0x89, 0x50, 0x4e, 0x47], 'is a picture'],
  [[0xff, 0xd8, 0xff], 'is a picture'],
];

function decode(bytes: Uint8Array, source: string): string {
  for (const [first, what] of otherKinds)
    if (first.every((byte, at) => bytes[at] === byte)) throw invalidFile(source, what);
  if (bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4)
    throw invalidFile(source, zipKind(bytes));
  // Garmin's FIT has its name after the header's first eight bytes.
  if (latin(bytes.subarray(8, 12)) === '.FIT')
    throw invalidFile(source, 'is a FIT file. Export the activity as GPX');
  const [a, b, c, d] = bytes;
  if ((a !== 0 && b === 0 && c !== 0 && d === 0) || (a === 0 && b !== 0 && c === 0 && d !== 0))
    throw invalidFile(source, 'is UTF-16 without a byte order mark. Save it as "CSV UTF-8"');
  const encoding = encodingOf(bytes);
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw invalidFile(
      source,
      `is not ${encoding === 'utf-8' ? 'UTF-8' : `${encoding}, and is not UTF-8`}. Save it as "CSV UTF-8"`,
    );
  }
}

function encodingOf(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  // XML names its encoding in its first line (XML 1.0, 4.3.3).
  const head = latin(bytes.subarray(0, 200));
  const [, named] = /^(?:\xef\xbb\xbf)?<\?xml[^>]*encoding=["']([\w.:-]+)["']/.exec(head) ?? [];
  return named !== undefined && isKnown(named) ? named : 'utf-8';
}

function isKnown(label: string): boolean {
  try {
    return !new TextDecoder(label).encoding.startsWith('utf-16');
  } catch {
    return false;
  }
}

function zipKind(bytes: Uint8Array): string {
  const names = latin(bytes.subarray(0, 4000));
  if (/\.kml/i.test(names)) return 'is a KMZ, a ZIP archive with a KML file. Unpack it, and give its doc.kml';
  if (/\[Content_Types\]|xl\//.test(names)) return 'is an Excel file (XLSX). Save it as "CSV UTF-8"';
  if (/opendocument/.test(names)) return 'is an OpenDocument file. Save it as CSV';
  return 'is a ZIP archive. Unpack it, and give one of its files';
}

function latin(bytes: Uint8Array): string {
  return new TextDecoder('latin1').decode(bytes);
}

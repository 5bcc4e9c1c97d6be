import { type FileHandle, open } from 'node:fs/promises';
import { promisify } from 'node:util';
import { inflate } from 'node:zlib';
import { readMessage } from './read-message.ts';

const inflateBlob = promisify(inflate);
const maxHeaderBytes = 64 * 1024;
const maxBlobBytes = 32 * 1024 * 1024;

/**
 * The data blocks of an OpenStreetMap PBF file, one at a time, so that other work of the process goes on
 * between them. Source: OpenStreetMap wiki, "PBF Format".
 *
 * @throws Error for a file of another form
 */
export async function* readBlocks(file: string): AsyncGenerator<Uint8Array> {
  const handle = await open(file);
  try {
    let position = 0;
    while (true) {
      const size = await readBytes(handle, position, 4);
      if (size === undefined) return;
      const headerBytes = new DataView(size.buffer, size.byteOffset).getUint32(0);
      const header = await readBytes(handle, position + 4, within(headerBytes, maxHeaderBytes));
      if (header === undefined) throw new Error('The file is cut off.');
      const { type, blobBytes } = readHeader(header);
      const blob = await readBytes(handle, position + 4 + headerBytes, within(blobBytes, maxBlobBytes));
      if (blob === undefined) throw new Error('The file is cut off.');
      if (type === 'OSMData') yield await unpack(blob);
      position += 4 + headerBytes + blobBytes;
    }
  } finally {
    await handle.close();
  }
}

function within(bytes: number, most: number): number {
  if (bytes > most) throw new Error('Not an OpenStreetMap PBF file.');
  return bytes;
}

async function readBytes(handle: FileHandle, position: number, count: number) {
  const bytes = new Uint8Array(count);
  let at = 0;
  while (at < count) {
    const { bytesRead } = await handle.read(bytes, at, count - at, position + at);
    if (bytesRead === 0 && at === 0) return undefined;
    if (bytesRead === 0) throw new Error('The file is cut off.');
    at += bytesRead;
  }
  return bytes;
}

function readHeader(bytes: Uint8Array) {
  const header = { type: '', blobBytes: 0 };
  readMessage(bytes, (field, reader) => {
    if (field === 1) header.type = reader.readString();
    if (field === 3) header.blobBytes = reader.readVarint();
  });
  return header;
}

async function unpack(blob: Uint8Array): Promise<Uint8Array> {
  let raw: Uint8Array | undefined;
  let packed: Uint8Array | undefined;
  readMessage(blob, (field, reader) => {
    if (field === 1) raw = reader.readBytes();
    if (field === 3) packed = reader.readBytes();
  });
  if (raw !== undefined) return raw;
  if (packed === undefined) throw new Error('The file is compressed in a form other than zlib.');
  return inflateBlob(packed, { maxOutputLength: maxBlobBytes });
}

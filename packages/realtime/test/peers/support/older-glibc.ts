import { readFile, writeFile } from 'node:fs/promises';

// Section headers of ELF64, and its table of needed versions: System V ABI and Linux Standard Base.
const versionNeeds = 0x6ffffffe;
const headerBytes = 64;

const wantedVersion = 'GLIBC_2.38';
/** The oldest version of the library on x64, which has the same functions. */
const olderVersion = 'GLIBC_2.2.5';
/** Functions of C23 that a newer compiler chooses, and that glibc has by their plain names as well. */
const renamed = ['strtol', 'strtoul', 'sscanf'];

interface NeededVersion {
  readonly name: string;
  /** Where the entry is in the file: first the hash, at 8 the offset of the name. */
  readonly at: number;
}

/**
 * Lets a native module that was built against glibc 2.38 load with an older one: the three functions that it
 * needs of 2.38 become the older ones of the same behaviour for plain decimal numbers.
 */
export async function loadWithOlderGlibc(path: string): Promise<void> {
  const file = await readFile(path);
  const { needs, texts } = findTables(file);
  const versions = readVersions(file, needs, texts);
  const wanted = versions.find(({ name }) => name === wantedVersion);
  const older = versions.find(({ name }) => name === olderVersion);
  if (wanted === undefined || older === undefined) throw new Error(`${path} needs other versions of glibc.`);
  file.copy(file, wanted.at, older.at, older.at + 4);
  file.copy(file, wanted.at + 8, older.at + 8, older.at + 12);
  for (const name of renamed) {
    const at = file.indexOf(`\0__isoc23_${name}\0`, texts, 'latin1') + 1;
    if (at === 0) throw new Error(`${path} does not use ${name} of C23.`);
    file.fill(0, at, at + `__isoc23_${name}`.length).write(name, at, 'latin1');
  }
  await writeFile(path, file);
}

/** The offsets of the needed versions and of the texts that they refer to. */
function findTables(file: Buffer): { readonly needs: number; readonly texts: number } {
  const headers = Number(file.readBigUInt64LE(0x28));
  const count = file.readUInt16LE(0x3c);
  const offsetOf = (index: number) => Number(file.readBigUInt64LE(headers + index * headerBytes + 24));
  for (let index = 0; index < count; index += 1) {
    const header = headers + index * headerBytes;
    if (file.readUInt32LE(header + 4) !== versionNeeds) continue;
    return { needs: offsetOf(index), texts: offsetOf(file.readUInt32LE(header + 40)) };
  }
  throw new Error('The native module has no table of needed versions.');
}

function readVersions(file: Buffer, needs: number, texts: number): readonly NeededVersion[] {
  const versions: NeededVersion[] = [];
  let library = needs;
  for (;;) {
    let entry = library + file.readUInt32LE(library + 8);
    for (let left = file.readUInt16LE(library + 2); left > 0; left -= 1) {
      const start = texts + file.readUInt32LE(entry + 8);
      versions.push({ name: file.toString('latin1', start, file.indexOf(0, start)), at: entry });
      entry += file.readUInt32LE(entry + 12);
    }
    const next = file.readUInt32LE(library + 12);
    if (next === 0) return versions;
    library += next;
  }
}

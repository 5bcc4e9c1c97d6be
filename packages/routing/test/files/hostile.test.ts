import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { readPlaces, readTrack } from '../../src/files/index.ts';

const bomb = `<?xml version="1.0"?><!DOCTYPE gpx [<!ENTITY a "aaaaaaaaaa">${[...'bcdefghi']
  .map((name, at) => `<!ENTITY ${name} "${`&${'abcdefgh'[at]};`.repeat(10)}">`)
  .join('')}]><gpx><wpt lat="1" lon="2"><name>&i;</name></wpt></gpx>`;
const zip = (name: string) =>
  Buffer.from(`PK\u0003\u0004\u0014\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\u0007\0\0\0${name}`, 'latin1');

describe('files that are something else', () => {
  it.each([
    ['an empty file', '', 'is empty'],
    ['blanks', ' \n\t\n', 'is empty'],
    ['a web page', '<!DOCTYPE html><html><body>Sign in</body></html>', 'is a web page (HTML)'],
    ['a web page with a comment', '<!-- x -->\n<HTML lang="en">', 'is a web page (HTML)'],
    ['a KMZ', zip('doc.kml'), 'is a KMZ'],
    ['an XLSX', zip('[Content_Types].xml'), 'is an Excel file (XLSX)'],
    ['a ZIP', zip('stops.txt'), 'is a ZIP archive'],
    ['an old Excel file', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1]), 'is an old Excel file'],
    ['gzip', Buffer.from([0x1f, 0x8b, 8, 0]), 'is compressed with gzip'],
    ['a PDF', '%PDF-1.7', 'names no column'],
    ['a PDF as bytes', Buffer.from('%PDF-1.7'), 'is a PDF'],
    ['SQLite', Buffer.from('SQLite format 3\0'), 'is an SQLite database'],
    ['a FIT file', Buffer.from([14, 16, 0, 0, 0, 0, 0, 0, 0x2e, 0x46, 0x49, 0x54, 0, 0]), 'is a FIT file'],
    ['TCX', '<?xml version="1.0"?><TrainingCenterDatabase/>', 'is a TCX file'],
    ['OpenStreetMap XML', '<osm version="0.6"/>', 'is OpenStreetMap XML'],
    ['other XML', '<note/>', 'is XML, but neither GPX nor KML'],
    ['UTF-16 without a mark', Buffer.from('lon,lat\n1,2', 'utf16le'), 'is UTF-16 without a byte order mark'],
    ['Latin-1', Buffer.from('lon,lat,name\n1,2,Zo\xeb', 'latin1'), 'is not UTF-8'],
    ['half of a JSON', '{"type":"Feat', 'is not valid JSON'],
    ['NaN in JSON', '{"type":"Point","coordinates":[NaN,1]}', 'is not valid JSON'],
    ['an entity bomb', bomb, 'defines entities'],
    [
      'an unknown entity',
      '<gpx><wpt lat="1" lon="2"><name>&boom;</name></wpt></gpx>',
      'the XML is not valid',
    ],
    [
      'an external DTD',
      '<!DOCTYPE gpx SYSTEM "file:///etc/passwd"><gpx><name>&x;</name></gpx>',
      'the XML is not valid',
    ],
  ])('%s is named', async (_, input, message) => {
    const error = await readPlaces(input, { source: 'input' }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'invalid-input', message: expect.stringContaining(message) });
    // A message quotes a part of the file, never the whole.
    expect((error as Error).message.length).toBeLessThan(700);
  });
});

describe('deep, wide and endless files', () => {
  const depth = 100_000;

  it.each([
    ['lists of JSON', '['.repeat(depth) + ']'.repeat(depth)],
    ['collections', '{"type":"GeometryCollection","geometries":['.repeat(1000) + ']}'.repeat(1000)],
    ['elements', `<gpx>${'<trk>'.repeat(depth)}`],
    ['a line of quotes', `lon,lat\n${'"'.repeat(depth)}`],
    ['one long cell', `lon,lat\n${'1'.repeat(1_000_000)},2`],
    ['a header of separators', `${','.repeat(depth)}\n`],
    [
      'blanks in a tuple',
      `<kml><Placemark><Point><coordinates>${' '.repeat(depth)}x</coordinates></Point></Placemark></kml>`,
    ],
    ['an open comment', `<!--${'-'.repeat(depth)}`],
    ['comments before a page', '<!---->'.repeat(depth)],
  ])('%s are refused', async (_, text) => {
    await expect(readPlaces(text)).rejects.toMatchObject({ code: 'invalid-input' });
  });

  it.each<[string, (csv: string) => Parameters<typeof readPlaces>[0]]>([
    ['a text', (csv) => csv],
    ['bytes', (csv) => new TextEncoder().encode(csv)],
    ['a Blob', (csv) => new Blob([csv])],
    ['a stream', (csv) => new Blob([csv]).stream()],
  ])('%s has maxBytes at most', async (_what, inputOf) => {
    const csv = 'lon,lat\n8,49\n';
    expect((await readPlaces(inputOf(csv), { maxBytes: csv.length })).places).toHaveLength(1);
    const tooLong = readPlaces(inputOf(csv), { maxBytes: csv.length - 1 });
    await expect(tooLong).rejects.toThrow(`has more than ${csv.length - 1} bytes`);
  });

  it('an endless stream is left at maxBytes, and closed', async () => {
    let chunks = 0;
    let isClosed = false;
    async function* endless() {
      try {
        for (;;) {
          chunks += 1;
          await turn();
          yield Buffer.from('8.681,49.414\n'.repeat(100));
        }
      } finally {
        isClosed = true;
      }
    }
    await expect(readPlaces(endless(), { maxBytes: 10_000 })).rejects.toThrow('has more than 10000 bytes');
    expect({ chunks, isClosed }).toEqual({ chunks: 8, isClosed: true });
  });

  it('by default at 100 MB', async () => {
    const chunk = Buffer.alloc(10_000_000, 'x');
    async function* large() {
      for (let at = 0; at < 11; at += 1) yield chunk;
      throw new Error('read too far');
    }
    await expect(readPlaces(large())).rejects.toThrow('has more than 100000000 bytes');
  });

  it('names of Object.prototype are names', async () => {
    const table = await readPlaces('__proto__,constructor,lon,lat,name\n1,2,8,49,toString\n');
    expect(table.places).toMatchObject([{ position: [8, 49], name: 'toString' }]);
    const gpx =
      '<gpx __proto__="1"><wpt __proto__="2" lat="1" lon="2"><name>__proto__</name>' +
      '<constructor/></wpt></gpx>';
    expect((await readPlaces(gpx)).places).toMatchObject([{ name: '__proto__' }]);
    const json =
      '{"type":"Feature","__proto__":{"x":1},"properties":{"__proto__":{"name":"x"}},' +
      '"geometry":{"type":"Point","coordinates":[1,2]}}';
    expect((await readPlaces(json)).places.map(({ name }) => name)).toEqual([undefined]);
    await expect(readTrack('<constructor/>')).rejects.toThrow('is XML, but neither GPX nor KML');
  });

  it('a misspelt option is refused', async () => {
    await expect(readPlaces('1,2', { skipInvalidd: true } as never)).rejects.toThrow('skipInvalidd');
  });
});

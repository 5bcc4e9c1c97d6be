import { Readable, Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { readPlaces } from '../../src/cli/read-places.ts';

const read = (input: string | Uint8Array) => {
  const stderr = new Writable({ write: (_, __, done) => done() });
  return readPlaces(['-'], { stdin: Readable.from([Buffer.from(input)]), stderr }, { what: 'The places' });
};

const inn = { position: [8.681, 49.414], name: 'Inn' };

describe('places in a file', () => {
  it.each([
    ['a header in any order', 'Name,Latitude,Longitude\nInn,49.414,8.681\n'],
    ['no header', '8.681,49.414,Inn'],
    ['a byte order mark, CR LF, blank lines', '\uFEFFlon,lat,name\r\n\r\n8.681,49.414,Inn\r\n,,\r\n\r\n'],
    ['CR', 'lon,lat,name\r8.681,49.414,Inn\r'],
    ['quotes and spaces', ' "lon" , lat ,name\n"8.681", 49.414 ,"Inn"'],
    ['semicolons', 'lon;lat;name\n8.681;49.414;Inn'],
    ['tabs', 'lon\tlat\tname\n8.681\t49.414\tInn'],
    ['decimal commas', 'lon;lat;name\n8,681;49,414;Inn'],
    ['other columns', 'phone,lon,lat,name\n1,8.681,49.414,Inn'],
    [
      'features',
      '{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"name":"Inn"},' +
        '"geometry":{"type":"Point","coordinates":[8.681,49.414]}}]}',
    ],
  ])('%s', async (_, text) => {
    expect(await read(text)).toMatchObject([inn]);
  });

  it('quoted line breaks, quotes and commas belong to the name', async () => {
    expect(await read('lon,lat,name\n1,2,"a ""b"",\r\nc"\n3,4,d')).toMatchObject([
      { position: [1, 2], name: 'a "b",\r\nc' },
      { position: [3, 4], name: 'd' },
    ]);
  });

  it.each([
    ['lon,lat\n8,49\n49,98', 'stdin, line 3 has a latitude outside -90…90; looks like lat,lon order'],
    ['lon,lat,name\n1,2,"a\nb"\n3,x,c', 'stdin, line 4: the latitude is not a number'],
    ['lon,lat\n1,', 'stdin, line 2: the latitude is not a number'],
    ['lon,lat\n1,2\n1,2,3', 'stdin, line 3 has 3 columns; line 1 has 2'],
    ['lon,name\n1,a', 'stdin, line 1 names no column for the latitude'],
    ['8,681;a', 'stdin, line 1 names no column for the longitude and the latitude'],
    ['lon,lat,name\n1,2,"a', 'stdin, line 2: a quote is not closed'],
    ['lon,lat,name\n1,2,a"b"', 'stdin, line 2: a quote is not closed or misplaced'],
    ['lon,lat\n200,1', 'stdin, line 2 has a longitude outside -180…180'],
    ['', 'stdin is empty'],
    ['lon,lat\n', 'the input has 0'],
    ['{"type":', 'not valid JSON'],
    ['{"type":"Polygon","coordinates":[]}', 'is not a point'],
    ['[[1,2],[3]]', 'stdin, entry 2 must have two numbers'],
  ])('%j is refused', async (text, message) => {
    await expect(read(text)).rejects.toThrow(message);
  });

  it('other encodings are refused', async () => {
    await expect(read(Buffer.from('lon,lat\n1,2', 'utf16le'))).rejects.toThrow();
    await expect(read(Buffer.from([0xff, 0xfe, 0x6c]))).rejects.toThrow('is not UTF-8');
  });
});

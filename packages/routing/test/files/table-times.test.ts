import { describe, expect, it } from 'vitest';
import { cleanTrack, readPlaces, readTrack } from '../../src/files/index.ts';

const timesOf = async (text: string) => {
  const { segments, notices } = await readTrack(text);
  const times = segments.flatMap(({ points }) => points.map(({ timeSeconds }) => timeSeconds));
  return { times, notices };
};
const seconds = (iso: string) => Date.parse(iso) / 1000;

describe('times of a table', () => {
  // https://www.gpsbabel.org/htmldoc-development/fmt_v900.html
  it('a log of a Columbus V900 over midnight, with its elevation', async () => {
    const text =
      'INDEX,TAG,DATE,TIME,LATITUDE N/S,LONGITUDE E/W,HEIGHT,SPEED,HEADING,VOX\n' +
      '1,T,230501,235959,49.414000N,008.681000E,110,12,90,\n' +
      '2,T,230502,000000,49.414100N,008.681100E,111,12,90,\n';
    const { segments, notices } = await readTrack(text);
    expect(segments[0]?.points).toEqual([
      { position: [8.681, 49.414, 110], timeSeconds: seconds('2023-05-01T23:59:59Z') },
      { position: [8.6811, 49.4141, 111], timeSeconds: seconds('2023-05-02T00:00:00Z') },
    ]);
    expect(notices).toEqual(['times are read with dates of six digits, YYMMDD']);
    expect(cleanTrack(segments).dropped).toMatchObject({ points: 2, kept: 2 });
  });

  it.each([
    ['an ISO time with a zone', '2023-05-01T10:00:00+02:00'],
    ['seconds since 1970', '1682928000'],
    ['milliseconds since 1970', '1682928000000'],
    ['nanoseconds since 1970', '1682928000000000000'],
    ['fourteen digits', '20230501080000'],
    ['a German date and time', '01.05.2023 08:00:00'],
    ['slashes, the year first', '2023/05/01 08:00'],
    ['the day over 12', '31/05/2023 08:00:00', '2023-05-31T08:00:00Z'],
    ['the month first, as no month is 31', '05/31/2023 8:00 PM', '2023-05-31T20:00:00Z'],
    ['a spreadsheet', '45047.25', '2023-05-01T06:00:00Z'],
  ])('one column: %s', async (_, value, iso = '2023-05-01T08:00:00Z') => {
    const { times } = await timesOf(`lat,lon,time\n49.4,8.6,${value}\n`);
    expect(times).toEqual([seconds(iso)]);
  });

  it.each([
    ['a date and a time of day', 'DATE,TIME', '2023/05/01,08:00:00'],
    ['German headers', 'Datum,Uhrzeit', '01.05.2023,08:00'],
    ['days and parts of a day of a spreadsheet', 'date,time', '45047,0.3333333333'],
    ['zeros that a spreadsheet dropped', 'date,time', '20230501,80000'],
    ['an hour of a zone', 'date,time', '2023-05-01,10:00:00+02:00'],
    ['a time that needs no date', 'date,time', '2023-05-01,2023-05-01T08:00:00Z'],
  ])('two columns: %s', async (_, headers, values) => {
    const { times } = await timesOf(`${headers},lat,lon\n${values},49.4,8.6\n`);
    expect(times).toEqual([seconds('2023-05-01T08:00:00Z')]);
  });

  it.each([
    ['a time of day alone', 'time', '08:00:00'],
    ['six digits alone', 'time', '235959'],
    ['a date alone', 'date', '2023-05-01'],
    ['a date that may be two', 'time', '05/06/2023 08:00:00'],
    ['a number of 1970', 'time', '45'],
    ['a number of the year 2611', 'time', '20230501080'],
  ])('none, with a notice: %s', async (_, header, value) => {
    const { times, notices } = await timesOf(`${header},lat,lon\n${value},49.4,8.6\n`);
    expect(times).toEqual([undefined]);
    expect(notices).toEqual([`the times of "${header}" are not read: "${value}" is not a date with a time`]);
  });

  it('a later value of another form has a notice, and places have none', async () => {
    const text =
      'time,lat,lon\n2023-05-01T08:00:00Z,49.4,8.6\n2023-05-01T08:00:01Z,49.4,8.7\nnoon,49.4,8.8\n';
    expect(await timesOf(text)).toEqual({
      times: [1_682_928_000, 1_682_928_001, undefined],
      notices: ['some values of the column "time" are not read as times'],
    });
    expect((await readPlaces('date,lat,lon\nMonday,49.4,8.6\n')).notices).toEqual([]);
  });
});

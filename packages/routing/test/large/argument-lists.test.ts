// A call has room for about 120 000 arguments: lists of that length are not spread into one.
import { readPlaces } from '@org/routing/files';
import { drawHeatMap } from '@org/routing/picture';
import { expect, it } from 'vitest';

const count = 200_000;

it('a heat map of 200 000 origins is drawn', () => {
  // Without destinations, so that drawing takes no time.
  const svg = drawHeatMap({ durationsSeconds: Array.from({ length: count }, () => []) });
  expect(svg).toContain(`Durations: ${count} × 0`);
});

it('a Point of KML with 200 000 places has them all', async () => {
  const tuples = '8,49 '.repeat(count);
  const text = `<kml><Placemark><Point><coordinates>${tuples}</coordinates></Point></Placemark></kml>`;
  expect((await readPlaces(text)).places).toHaveLength(count);
});

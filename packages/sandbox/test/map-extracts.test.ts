import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readOwnMap } from '../src/map/own-map.ts';
import { renderTownMap } from '../src/page/town/town-svg.ts';

const maps = fileURLToPath(new URL('../../../../shared/maps/', import.meta.url));

describe.skipIf(!existsSync(maps))('real extracts', () => {
  it.each(['andorra', 'heidelberg'])('%s is drawn within bounds, with names', async (name) => {
    const { town, names } = await readOwnMap(join(maps, `${name}.osm.pbf`));
    expect(names.length).toBeGreaterThan(100);
    expect(town.streets.length).toBeGreaterThan(500);
    expect(town.places.length).toBeGreaterThan(5);
    const svg = renderTownMap(town, {}, { scheme: 'none' });
    expect(svg).toContain('class="town-map wide"');
    expect(svg.length).toBeLessThan(800_000);
    expect(svg).not.toContain('NaN');
  });
});

import { globSync, readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, it } from 'vitest';
import { publishedPackages, root } from '../../scripts/package-entries.ts';

const page = readFileSync(`${root}CONTRIBUTING.md`, 'utf8');
const section = page.split('## Packages and rooms')[1]?.split('\n## ')[0] ?? '';
const paragraphs = section.split(/\n(?=\*\*\w+\*\*|Inside core)/);

it.each(publishedPackages().map(({ name }) => name))(
  'every room of %s is on the page, by its folder, and no other',
  (name) => {
    const start = name === 'core' ? 'Inside core' : `**${name}**`;
    const text = paragraphs.find((paragraph) => paragraph.startsWith(start)) ?? '';
    const named = [...text.matchAll(/`([\w-]+)\/`/g)].map(([, room = '']) => room);
    const folders = globSync(`packages/${name}/src/**/`, { cwd: root }).map((path) => basename(path));
    const rooms = readdirSync(`${root}packages/${name}/src`, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => entry.name);
    expect(rooms.length).toBeGreaterThan(10);
    expect(rooms.filter((room) => !text.includes(`\`${room}/\``))).toEqual([]);
    expect(named.filter((room) => !folders.includes(room))).toEqual([]);
  },
);

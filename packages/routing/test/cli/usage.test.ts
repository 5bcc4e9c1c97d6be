import { describe, expect, it } from 'vitest';
import { run, runHere, serve } from './program.ts';

const env = { OSRM_BASE_URL: 'http://127.0.0.1:9' };

describe('a wrong command line is exit code 2 and one line', () => {
  it.each([
    [[], 'A command is missing'],
    [['fly'], 'not a command'],
    [['map'], '"map build"'],
    [['directions', '8.68,49.41'], 'two places or more'],
    [['directions', '8,49', '8,50', '--nope'], '--nope'],
    [['directions', '8,49', '8,50', '--profile', 'boat'], '--profile must be one of driving'],
    [['directions', '49,8', '49.4,98'], 'looks like lat,lon order: longitude comes first'],
    [['isochrones', '8,49'], '--ranges is missing'],
    [['isochrones', '8,49', '--ranges', '1,-2'], '--ranges'],
    [['matrix', '8,49', '8,50', '--layout', 'wide', '--metrics', 'duration,distance'], 'one metric'],
    [['matrix', '8,49', '--base-url', 'http://127.0.0.1:9'], '--base-url needs --driver'],
    [['map', 'build', 'a.osm.pbf'], '--directory is missing'],
  ])('%j', async (args, text) => {
    const { code, stdout, stderr } = await runHere(args, { env });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^routing: [^\n]+\n$/);
    expect(stderr).toContain(text);
  });

  it.each(['--key', '--api-key', '--apikey', '--token', '-k'])('%s is refused, unprinted', async (option) => {
    for (const args of [[option, 'secret-5b1c'], [`${option}=secret-5b1c`]]) {
      const { code, stdout, stderr } = await runHere(['directions', '8,49', '8,50', ...args], { env });
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toContain('OPENROUTESERVICE_API_KEY');
      expect(stderr).not.toContain('secret-5b1c');
    }
  });

  it('no engine, several engines, an engine without the method', async () => {
    const none = await runHere(['directions', '8,49', '8,50']);
    expect(none).toMatchObject({ code: 2, stderr: expect.stringContaining('No engine is configured') });
    const two = { ...env, TILES_DIRECTORY: '/tiles' };
    const both = 'osrm (OSRM_BASE_URL) and embedded (TILES_DIRECTORY). Choose one with --driver';
    const several = await runHere(['directions', '8,49', '8,50'], { env: two });
    expect(several).toMatchObject({ code: 2, stderr: expect.stringContaining(both) });
    const lacking = await run(['isochrones', '8,49', '-r', '60'], { env });
    expect(lacking).toMatchObject({ code: 1, stderr: expect.stringContaining('osrm has no isochrones') });
  });

  it('a blank variable configures no engine', async () => {
    for (const blank of ['', ' ']) {
      const one = { OPENROUTESERVICE_API_KEY: blank, TILES_DIRECTORY: blank, ...env };
      const chosen = await runHere(['isochrones', '8,49', '-r', '60'], { env: one });
      expect(chosen).toMatchObject({ code: 1, stderr: expect.stringContaining('osrm has no isochrones') });
      const none = await runHere(['directions', '8,49', '8,50'], { env: { OSRM_BASE_URL: blank } });
      expect(none).toMatchObject({ code: 2, stderr: expect.stringContaining('No engine is configured') });
    }
  });

  it.each([
    ['mapbox', 'MAPBOX_ACCESS_TOKEN', 'isochrones'],
    ['google', 'GOOGLE_MAPS_API_KEY', 'match'],
  ])('%s is the engine of %s', async (name, variable, method) => {
    const args = method === 'match' ? ['match', '-'] : ['isochrones', '8,49', '-r', '60'];
    const input = 'lon,lat\n8,49\n8.001,49\n';
    const { code, stderr } = await runHere(args, { env: { [variable]: 'key.1' }, input });
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringContaining(`${name} has no ${method}`),
    });
    const address = ['--driver', name, '--base-url', 'http://127.0.0.1:9'];
    const own = await runHere(['directions', '8,49', '8,50', ...address]);
    expect(own).toMatchObject({ code: 2, stderr: expect.stringContaining('its driver has the address') });
  });

  it('stadia is asked at its address on this machine', async () => {
    const { url, requests } = await serve((_, response) => void response.writeHead(403).end('{}'));
    const stadia = { STADIA_API_KEY: 'key.1', STADIA_BASE_URL: url };
    const { code } = await runHere(['directions', '8,49', '8,50'], { env: stadia });
    expect([code, requests.map((request) => request.url)]).toEqual([1, ['/route/v1?api_key=key.1']]);
  });

  it('--help and --version are exit code 0', async () => {
    for (const command of [[], ['directions'], ['isochrones'], ['matrix'], ['map', 'build']]) {
      const help = await runHere([...command, '--help']);
      expect(help).toMatchObject({ code: 0, stderr: '' });
      expect(help.stdout).toMatch(new RegExp(`^Usage: routing ${command.join(' ') || '<command>'}`));
    }
    expect(await runHere(['--version'])).toEqual({ code: 0, stdout: '1.2.3\n', stderr: '' });
  });

  it('the process ends with these codes', async () => {
    expect(await run(['--version'])).toMatchObject({ code: 0, stderr: '' });
    expect(await run(['matrix', '--key=secret-5b1c'])).toMatchObject({ code: 2, stdout: '' });
  });
});

import { expect, it } from 'vitest';
import { mapManeuver } from '../../src/drivers/osrm/maneuvers.ts';

it.each([
  ['turn', 'left', 'turn', 'left'],
  ['turn', 'right', 'turn', 'right'],
  ['turn', 'sharp left', 'turn', 'sharp-left'],
  ['turn', 'sharp right', 'turn', 'sharp-right'],
  ['turn', 'slight left', 'turn', 'slight-left'],
  ['turn', 'slight right', 'turn', 'slight-right'],
  ['turn', 'uturn', 'u-turn', undefined],
  ['continue', 'uturn', 'u-turn', undefined],
  ['fork', 'uturn', 'u-turn', undefined],
  ['merge', 'uturn', 'u-turn', undefined],
  ['notification', 'uturn', 'u-turn', undefined],
  ['on ramp', 'uturn', 'ramp-on', undefined],
  ['exit rotary', 'uturn', 'roundabout-exit', undefined],
  ['continue', 'straight', 'continue', 'straight'],
  ['new name', 'straight', 'continue', 'straight'],
  ['depart', undefined, 'depart', undefined],
  ['arrive', 'right', 'arrive', 'right'],
  ['merge', 'slight left', 'merge', 'slight-left'],
  ['on ramp', 'right', 'ramp-on', 'right'],
  ['ramp', 'right', 'ramp-on', 'right'],
  ['off ramp', 'slight right', 'ramp-off', 'slight-right'],
  ['fork', 'left', 'fork', 'left'],
  ['end of road', 'left', 'turn', 'left'],
  ['roundabout', 'right', 'roundabout', 'right'],
  ['rotary', 'right', 'roundabout', 'right'],
  ['roundabout turn', 'left', 'turn', 'left'],
  ['exit roundabout', 'right', 'roundabout-exit', 'right'],
  ['exit rotary', 'right', 'roundabout-exit', 'right'],
  ['notification', 'straight', 'other', 'straight'],
  ['use lane', 'straight', 'other', 'straight'],
  ['invented later', 'left', 'turn', 'left'],
  ['constructor', 'toString', 'turn', undefined],
])('%s %s is %s %s', (type, modifier, kind, direction) => {
  expect(mapManeuver({ type, modifier })).toEqual({ kind, direction, providerType: type });
});

it('boarding a ferry is a ferry, arriving by one is an arrival', () => {
  expect(mapManeuver({ type: 'notification' }, 'ferry').kind).toBe('ferry');
  expect(mapManeuver({ type: 'arrive' }, 'ferry').kind).toBe('arrive');
  expect(mapManeuver({ type: 'rotary', exit: 3, location: [10, 50] }, 'driving')).toEqual({
    kind: 'roundabout',
    exit: 3,
    position: [10, 50],
    providerType: 'rotary',
  });
});

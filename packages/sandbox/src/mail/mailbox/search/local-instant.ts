/** Epoch milliseconds of a wall clock's time in a time zone. An unknown zone is this machine's. */
export function localInstant(wallClock: number, timeZone: string | undefined): number {
  const format = formatFor(timeZone);
  // The offset at the wall clock's time, and once more after a change of the offset in between.
  const guess = wallClock - offsetAt(format, wallClock);
  return wallClock - offsetAt(format, guess);
}

function formatFor(timeZone: string | undefined): Intl.DateTimeFormat {
  const options: Intl.DateTimeFormatOptions = {
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
    hourCycle: 'h23',
  };
  try {
    return new Intl.DateTimeFormat('en-US', { ...options, ...(timeZone && { timeZone }) });
  } catch {
    return new Intl.DateTimeFormat('en-US', options);
  }
}

/** Milliseconds that the zone's clocks are ahead of UTC. */
function offsetAt(format: Intl.DateTimeFormat, instant: number): number {
  const parts = new Map(format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]));
  const part = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
  const clock = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  );
  return clock - Math.floor(instant / 1000) * 1000;
}

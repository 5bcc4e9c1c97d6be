import { describe, expect, it } from 'vitest';
import { readBounded } from './bounded-body.ts';

const request = (body: string) => new Request('https://app.example/', { method: 'POST', body });

describe('P6: a bounded body', () => {
  it('has all bytes up to the limit', async () => {
    expect(await readBounded(null, 0)).toEqual(new Uint8Array());
    expect(await readBounded(request('12345').body, 5)).toEqual(new TextEncoder().encode('12345'));
    expect(await readBounded(request('123456').body, 5)).toBeUndefined();
  });

  it('of a cloned request ends at the limit too, although the other body is not read', async () => {
    const logged = request('x'.repeat(1_000));
    expect(await readBounded(logged.clone().body, 5)).toBeUndefined();
    expect(await logged.text()).toHaveLength(1_000);
  });
});

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Ledger } from '../../src/ports.ts';

/** The contract of every keeper of small documents. `open` gives an empty one. */
export function ledgerContract(
  name: string,
  open: () => Promise<{ ledger: Ledger; close(): Promise<void> }>,
): void {
  describe(`${name}, as a ledger`, () => {
    let ledger: Ledger;
    let close: () => Promise<void>;
    beforeEach(async () => {
      ({ ledger, close } = await open());
    });
    afterEach(() => close());

    it('returns nothing for a value that was never written', async () => {
      expect(await ledger.read('seats', 'all')).toBeUndefined();
      expect(await ledger.list('seats')).toEqual([]);
    });

    it('returns a value as it was written, with its version', async () => {
      const value = { seats: [{ oid: 'mia', at: '2026-11-20' }], text: 'ü😀"\u0000', none: null, share: 0.1 };
      const version = await ledger.write('seats', 'all', value, 'absent');
      expect(version).toBeTypeOf('string');
      expect(await ledger.read('seats', 'all')).toEqual({ id: 'all', value, version });
    });

    it('keeps values of different kinds or ids separate', async () => {
      await ledger.write('widgets', 'b', 1, 'absent');
      await ledger.write('widgets', 'a', 2, 'absent');
      await ledger.write('seats', 'a', 3, 'absent');
      const listed = await ledger.list('widgets');
      expect(new Map(listed.map(({ id, value }) => [id, value]))).toEqual(
        new Map([
          ['a', 2],
          ['b', 1],
        ]),
      );
      expect(listed).toContainEqual(await ledger.read('widgets', 'a'));
      expect(listed).toContainEqual(await ledger.read('widgets', 'a', 'strong'));
      expect(await ledger.list('widgets', 'strong')).toEqual(listed);
      expect(await ledger.read('widgets', 'c', 'strong')).toBeUndefined();
      expect(await ledger.read('seats', 'b')).toBeUndefined();
    });

    it('returns the newest values of a kind, one page at a time', async () => {
      const times = ['2026-11-20T17:00:00.000Z', '2026-11-20T18:00:00.000Z', '2026-11-21T09:00:00.000Z'];
      for (const time of [times[1], times[2], times[0]]) {
        await ledger.write('sent', `${time}.a`, time, 'absent');
      }
      await ledger.write('other', '2026-11-22T00:00:00.000Z.a', 'other', 'absent');
      const first = await ledger.newest('sent', 2);
      expect(first.map(({ value }) => value)).toEqual([times[2], times[1]]);
      expect(first[0]).toEqual(await ledger.read('sent', `${times[2]}.a`));
      const second = await ledger.newest('sent', 2, first[1]?.id);
      expect(second.map(({ value }) => value)).toEqual([times[0]]);
      expect(await ledger.newest('sent', 2, second[0]?.id)).toEqual([]);
    });

    it('overwrites a value only at the version that was read', async () => {
      const first = (await ledger.write('seats', 'all', 1, 'absent')) ?? '';
      expect(await ledger.write('seats', 'all', 2, 'absent')).toBeUndefined();
      const second = (await ledger.write('seats', 'all', 2, first)) ?? '';
      expect(second).not.toBe(first);
      for (const passed of [first, 'absent', 'not a version']) {
        expect(await ledger.write('seats', 'all', 3, passed)).toBeUndefined();
      }
      expect(await ledger.read('seats', 'all')).toEqual({ id: 'all', value: 2, version: second });
    });

    it('refuses to write a missing value at the version of another value', async () => {
      const version = (await ledger.write('seats', 'all', 1, 'absent')) ?? '';
      expect(await ledger.write('seats', 'other', 2, version)).toBeUndefined();
      expect(await ledger.read('seats', 'other')).toBeUndefined();
    });

    it('removes only at the version that was read', async () => {
      const first = (await ledger.write('seats', 'all', 1, 'absent')) ?? '';
      const second = (await ledger.write('seats', 'all', 2, first)) ?? '';
      expect(await ledger.remove('seats', 'all', first)).toBe(false);
      expect(await ledger.remove('seats', 'other', second)).toBe(false);
      expect(await ledger.remove('seats', 'all', second)).toBe(true);
      expect(await ledger.remove('seats', 'all', second)).toBe(false);
      expect(await ledger.read('seats', 'all')).toBeUndefined();
    });

    it('refuses a version from before a removal', async () => {
      const before = (await ledger.write('seats', 'all', 1, 'absent')) ?? '';
      await ledger.remove('seats', 'all', before);
      expect(await ledger.write('seats', 'all', 2, before)).toBeUndefined();
      await ledger.write('seats', 'all', 3, 'absent');
      expect(await ledger.write('seats', 'all', 4, before)).toBeUndefined();
      expect(await ledger.remove('seats', 'all', before)).toBe(false);
    });

    it('accepts exactly one of 30 concurrent writes at the same version', async () => {
      const version = (await ledger.write('seats', 'all', 'start', 'absent')) ?? '';
      const writers = Array.from({ length: 30 }, (_, n) => ledger.write('seats', 'all', n, version));
      const starters = Array.from({ length: 30 }, (_, n) => ledger.write('seats', 'new', n, 'absent'));
      for (const [id, written] of [
        ['all', await Promise.all(writers)],
        ['new', await Promise.all(starters)],
      ] as const) {
        expect(written.filter((one) => one !== undefined)).toHaveLength(1);
        const value = written.findIndex((one) => one !== undefined);
        expect(await ledger.read('seats', id)).toEqual({ id, value, version: written[value] });
      }
    });
  });
}

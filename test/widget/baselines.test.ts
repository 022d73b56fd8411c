import { PNG } from 'pngjs';
import { expect, it } from 'vitest';
import { pixelDifference } from './support/baselines.ts';
import { structureDifferences, type Structure } from './support/structure.ts';

const PART = {
  left: 12,
  right: 368,
  top: 8,
  bottom: 64,
  background: [47, 91, 234, 255],
  color: [255, 255, 255, 255],
  radius: '12px',
  fontSize: '15px',
  fontWeight: '400',
} as const satisfies Record<string, unknown>;

const structure = (change: Partial<Structure[string]> = {}): Structure => ({
  header: { ...PART, background: [...PART.background], color: [...PART.color], ...change },
});

it.each<[string, Partial<Structure[string]>, string[]]>([
  ['nothing', {}, []],
  ['what fonts and rounding move', { right: 371, background: [48, 92, 233, 255] }, []],
  ['a margin', { top: 12 }, ['header: top 12px instead of 8px']],
  ['a color', { color: [20, 23, 29, 255] }, ['header: color 20,23,29,255 instead of 255,255,255,255']],
  ['a radius', { radius: '6px' }, ['header: radius 6px instead of 12px']],
  ['the size of the text', { fontSize: '16px' }, ['header: fontSize 16px instead of 15px']],
])('a structure differs by %s', (_what, change, differences) => {
  expect(structureDifferences(structure(), structure(change))).toEqual(differences);
});

it('removed and added parts are differences', () => {
  const [{ header }, other] = [structure(), structure()];
  expect(structureDifferences(other, {})).toEqual(['header: is not there']);
  expect(structureDifferences({}, header ? { header } : {})).toEqual(['header: is new']);
});

it('a pixel of another color and a picture of another size are differences', () => {
  const picture = (width: number, color: number) => {
    const made = new PNG({ width, height: 4 });
    made.data.fill(color);
    return made;
  };
  expect(pixelDifference(picture(8, 255), picture(8, 255)).count).toBe(0);
  expect(pixelDifference(picture(8, 255), picture(8, 20)).count).toBe(32);
  expect(pixelDifference(picture(8, 255), picture(6, 255)).count).toBe(24);
});

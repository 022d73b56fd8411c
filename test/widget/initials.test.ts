import { expect, it } from 'vitest';
import { initials } from '../../widget/initials.ts';

it.each([
  ['Mia Berg', 'MB'],
  ['  mia  van der berg ', 'MB'],
  ['Acme', 'A'],
  ['“Harbour” Cycles (Kiel)', 'HK'],
  ['Élodie Ñandú', 'ÉÑ'],
  ['王 小明', '王小'],
  ['𝒜da 24', '𝒜2'],
  ['हिन्दी सहायता', 'हस'],
  ['Zoe\u0308 O’Neill', 'ZO'],
  ['', ''],
  ['♥ ♥', ''],
])('the initials of "%s" are "%s"', (name, letters) => {
  expect(initials(name)).toBe(letters);
});

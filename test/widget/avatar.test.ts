import { expect, it } from 'vitest';
import { hueOf } from '../../widget/panel/avatar.ts';

it('the color of an agent depends on the name and is shared with few other names', () => {
  const names = ['Mia Berg', 'Jonas Kern', 'Ana Lima', '王小明', 'Zoë', '😀', 'Mia Bergs', ''];
  const hues = names.map(hueOf);
  expect(names.map(hueOf)).toEqual(hues);
  expect(new Set(hues).size).toBeGreaterThan(names.length / 2);
  for (const hue of hues) expect(hue).toBeGreaterThanOrEqual(0);
  for (const hue of hues) expect(hue).toBeLessThan(360);
});

import { describe, expect, it } from 'vitest';
import { isComposing } from '../../widget/input-method.ts';

/** The fields of `keydown` by browser, in the order of their events. */
const KEYS: [browser: string, key: string, event: { isComposing: boolean; keyCode: number }, its: boolean][] =
  [
    ['Chromium, before compositionend', 'Enter that chooses', { isComposing: true, keyCode: 229 }, true],
    ['Chromium, after compositionend', 'Enter that sends', { isComposing: false, keyCode: 13 }, false],
    ['Chromium, before compositionend', 'Escape that drops', { isComposing: true, keyCode: 229 }, true],
    ['Firefox, before compositionend', 'Enter that chooses', { isComposing: true, keyCode: 229 }, true],
    ['Firefox without a processed key', 'Enter that chooses', { isComposing: true, keyCode: 13 }, true],
    ['Firefox, after compositionend', 'Enter that sends', { isComposing: false, keyCode: 13 }, false],
    ['Safari, after compositionend', 'Enter that chooses', { isComposing: false, keyCode: 229 }, true],
    ['Safari, after compositionend', 'Escape that drops', { isComposing: false, keyCode: 229 }, true],
    ['Safari, in the next keydown', 'Enter that sends', { isComposing: false, keyCode: 13 }, false],
    ['every browser, without an input method', 'Escape', { isComposing: false, keyCode: 27 }, false],
  ];

describe('whether a key belongs to the input method', () => {
  it.each(KEYS)('%s: the %s', (_browser, _key, event, its) => {
    expect(isComposing(event)).toBe(its);
  });
});

/**
 * The used fields of a keyboard event. `keyCode` is deprecated, but browsers offer no replacement for this
 * purpose.
 */
interface Key {
  readonly isComposing: boolean;
  readonly keyCode: number;
}

/**
 * Whether a key press is handled by an input method (IME). Safari ends a composition before the `keydown`
 * that ended it, so `isComposing` is false there. The key code of keys that an input method handled is 229 in
 * every browser (UI Events, 7.3.1).
 */
export const isComposing = (key: Key): boolean => key.isComposing || key.keyCode === 229;

/**
 * The fields of a keyboard event that are used. `keyCode` is deprecated; browsers say nothing else of such a
 * key.
 */
export interface Key {
  readonly isComposing: boolean;
  readonly keyCode: number;
}

/**
 * Whether a key belongs to an input method (IME): it chooses or drops what is being composed, and is not for
 * the page. Safari ends a composition before the `keydown` that has ended it, so `isComposing` is false
 * there. The key code of a key that an input method has processed is 229 in every browser (UI Events, 7.3.1).
 */
export const isComposing = (key: Key): boolean => key.isComposing || key.keyCode === 229;

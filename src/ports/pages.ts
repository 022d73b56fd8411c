/** An entity tag for conditional writes; opaque to all code but the adapter that issued it. */
export type Version = string;

/**
 * A page of a list that is ordered by an immutable or indexed key; `nextCursor` is absent on the last page.
 */
export interface Page<T> {
  items: T[];
  nextCursor?: string;
}

import { h, type FunctionComponent, type VNode } from 'preact';
import { useCallback, useMemo, useRef } from 'preact/hooks';

/** Returns the last result while the properties stay the same (shallow comparison). */
export function keepLast<P extends object, T>(make: (props: P) => T): (props: P) => T {
  let last: { props: P; made: T } | undefined;
  return (props) => {
    if (!last || !areSame(last.props, props)) last = { props, made: make(props) };
    return last.made;
  };
}

/**
 * Memoization: a view that is rendered again only when one of its properties changes, for the entries of long
 * lists. The renderer leaves out what it is given the same node for.
 */
export function memo<P extends object>(view: FunctionComponent<P>): FunctionComponent<P> {
  return function Memo(props: P): VNode<P> {
    // Not a state: the renderer looks for a change of each state of a component before it renders it.
    const render = useMemo(() => keepLast((given: P) => h(view, given)), []);
    return render(props);
  };
}

/** A function that stays the same, and calls the one of the latest rendering. */
export function useStable<A extends unknown[]>(run: (...given: A) => void): (...given: A) => void {
  const latest = useRef(run);
  latest.current = run;
  return useCallback((...given: A) => latest.current(...given), []);
}

/** Shallow comparison of properties. */
export function areSame<P extends object>(one: P, other: P): boolean {
  const names = Object.keys(one) as (keyof P)[];
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => name in other && Object.is(one[name], other[name]))
  );
}

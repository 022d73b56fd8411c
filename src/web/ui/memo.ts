import { h, type FunctionComponent, type VNode } from 'preact';
import { useCallback, useMemo, useRef } from 'preact/hooks';

/** Caches the last result while the properties stay the same (shallow comparison). */
export function keepLast<P extends object, T>(make: (props: P) => T): (props: P) => T {
  let last: { props: P; made: T } | undefined;
  return (props) => {
    if (!last || !isShallowEqual(last.props, props)) last = { props, made: make(props) };
    return last.made;
  };
}

/** Memoizes a component, so that it is rendered again only when a property changes. Used for long lists. */
export function memo<P extends object>(view: FunctionComponent<P>): FunctionComponent<P> {
  return function Memo(props: P): VNode<P> {
    // Not component state, because the renderer compares every state of a component before rendering.
    const render = useMemo(() => keepLast((given: P) => h(view, given)), []);
    return render(props);
  };
}

/** A stable function that calls the one from the latest render. */
export function useStable<A extends unknown[]>(run: (...given: A) => void): (...given: A) => void {
  const latest = useRef(run);
  latest.current = run;
  return useCallback((...given: A) => latest.current(...given), []);
}

/** Shallow comparison of two objects. */
function isShallowEqual<P extends object>(one: P, other: P): boolean {
  const names = Object.keys(one) as (keyof P)[];
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => name in other && Object.is(one[name], other[name]))
  );
}

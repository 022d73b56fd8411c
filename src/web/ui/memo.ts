import { h, type FunctionComponent, type VNode } from 'preact';
import { useState } from 'preact/hooks';

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
    const [render] = useState(() => keepLast((given: P) => h(view, given)));
    return render(props);
  };
}

function areSame(one: object, other: object): boolean {
  const [entries, others] = [Object.entries(one), new Map(Object.entries(other))];
  return (
    entries.length === others.size &&
    entries.every(([name, value]) => others.has(name) && Object.is(others.get(name), value))
  );
}

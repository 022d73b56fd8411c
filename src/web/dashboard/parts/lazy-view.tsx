import type { FunctionComponent } from 'preact';
import { useEffect, useReducer, useState } from 'preact/hooks';
import { lazyPart } from '../../ui/lazy-part.ts';
import { ErrorNotice } from '../../ui/notice.tsx';
import { sentenceOf } from '../../ui/request.ts';
import { Bar } from '../../ui/skeleton.tsx';

/** Makes a view of a component whose script is loaded with the first use. */
export function lazyView<P extends object>(load: () => Promise<FunctionComponent<P>>): FunctionComponent<P> {
  let View: FunctionComponent<P> | undefined;
  return function LazyView(props: P) {
    const [problem, setProblem] = useState<string>();
    const [, redraw] = useReducer<number, void>((count) => count + 1, 0);
    useEffect(() => {
      if (View) return;
      lazyPart(load).then(
        (component) => {
          View = component;
          redraw();
        },
        (thrown: unknown) => setProblem(sentenceOf(thrown)),
      );
    }, []);
    if (View) return <View {...props} />;
    return (
      <div class="view" aria-busy={problem === undefined}>
        {problem === undefined && <Bar width={24} />}
        <ErrorNotice sentence={problem} />
      </div>
    );
  };
}

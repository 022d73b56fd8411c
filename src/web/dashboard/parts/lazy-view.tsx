import type { ComponentType } from 'preact';
import { lazyCode } from '../../ui/lazy-component.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { Bar } from '../../ui/skeleton.tsx';

/** Code splitting: a view whose code is loaded on first use. */
export function lazyView<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const { useCode } = lazyCode(load);
  return function LazyView(props: Props) {
    const { Code: View, problem } = useCode();
    if (View) return <View {...props} />;
    return (
      <div class="view" aria-busy={problem === undefined}>
        {problem === undefined && <Bar width={24} />}
        <ErrorNotice sentence={problem} />
      </div>
    );
  };
}

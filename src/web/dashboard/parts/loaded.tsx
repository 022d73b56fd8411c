import type { ComponentChildren } from 'preact';
import { ErrorNotice } from '../../ui/notice.tsx';
import type { Polled } from '../../ui/live.ts';

interface LoadedProps {
  /** One answer, or several that are drawn together. */
  live: Polled<unknown> | readonly Polled<unknown>[];
  children?: ComponentChildren;
}

/** Draws polled answers, or the reason why one is missing; a failure after the first answer keeps it. */
export function Loaded({ live, children }: LoadedProps) {
  const missing = [live].flat().filter(({ data, problem }) => problem && data === undefined);
  const [first] = missing;
  if (!first?.problem) return <>{children}</>;
  const retry = () => {
    for (const { refresh } of missing) void refresh();
  };
  return <ErrorNotice sentence={first.problem.message} onRetry={retry} />;
}

import type { ComponentChildren } from 'preact';
import { ErrorNotice } from '../../ui/notice.tsx';
import type { PolledResponse } from '../../ui/live.ts';

interface LoadedProps {
  /** One polled response, or several that are shown together. */
  live: PolledResponse<unknown> | readonly PolledResponse<unknown>[];
  children?: ComponentChildren;
}

/** Shows polled responses, or why one is missing. After a later failure the last response stays. */
export function Loaded({ live, children }: LoadedProps) {
  const missing = [live].flat().filter(({ data, problem }) => problem && data === undefined);
  const [first] = missing;
  if (!first?.problem) return <>{children}</>;
  const retry = () => {
    for (const { refresh } of missing) void refresh();
  };
  return <ErrorNotice sentence={first.problem.message} onRetry={retry} />;
}

import type { ComponentChildren } from 'preact';
import { ErrorNotice } from '../../ui/notice.tsx';
import type { Polled } from '../live.ts';

/** What is drawn from a polled answer, or why there is none; a failure after the first answer keeps it. */
export function Loaded({ live, children }: { live: Polled<unknown>; children: ComponentChildren }) {
  const { data, problem, refresh } = live;
  if (problem && data === undefined) {
    return <ErrorNotice sentence={problem.message} onRetry={() => void refresh()} />;
  }
  return <>{children}</>;
}

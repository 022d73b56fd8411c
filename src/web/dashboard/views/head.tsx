import type { ComponentChildren } from 'preact';
import { formatClockWithSeconds } from '../../ui/format.ts';
import type { Polled } from '../live.ts';

interface HeadProps {
  title: ComponentChildren;
  /** The polled answer whose age is shown under the title. */
  live?: Polled<unknown>;
  lead?: ComponentChildren;
  children?: ComponentChildren;
}

/** The heading of a view with its controls, and the age of its data. */
export function Head({ title, live, lead, children }: HeadProps) {
  return (
    <header class="head">
      <div>
        <h1 tabIndex={-1}>{title}</h1>
        {lead !== undefined && <p class="lead">{lead}</p>}
        {live && <Freshness live={live} />}
      </div>
      {children !== undefined && <div class="controls">{children}</div>}
    </header>
  );
}

function Freshness({ live }: { live: Polled<unknown> }) {
  const { updatedAtMs, problem, refresh } = live;
  if (updatedAtMs === undefined) return <p class="freshness">{problem ? 'Not loaded' : 'Loading…'}</p>;
  if (problem) {
    return (
      <p class="freshness stale" role="status">
        Last updated {formatClockWithSeconds(updatedAtMs)}. {problem.message}{' '}
        <button type="button" class="link" onClick={() => void refresh()}>
          Try again
        </button>
      </p>
    );
  }
  return <p class="freshness">Live, updated {formatClockWithSeconds(updatedAtMs)}</p>;
}

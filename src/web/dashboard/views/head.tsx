import type { ComponentChildren } from 'preact';
import { formatClockWithSeconds } from '../../ui/format.ts';
import { InReaderLang } from '../../ui/time.tsx';
import type { PolledResponse } from '../../ui/live.ts';
import { Button } from '../../ui/button.tsx';

interface HeadProps {
  title: ComponentChildren;
  /** The polled response whose age is shown. */
  live?: PolledResponse<unknown>;
  lead?: ComponentChildren;
  children?: ComponentChildren;
}

/** The heading of a view with its controls and the age of its data. */
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

function Freshness({ live }: { live: PolledResponse<unknown> }) {
  const { updatedAtMs, problem, refresh } = live;
  if (updatedAtMs === undefined) return <p class="freshness">{problem ? 'Not loaded' : 'Loading…'}</p>;
  if (problem) {
    return (
      <p class="freshness stale" role="status">
        Last updated <InReaderLang text={formatClockWithSeconds(updatedAtMs)} />. {problem.message}{' '}
        <Button class="link" onClick={refresh}>
          Try again
        </Button>
      </p>
    );
  }
  return (
    <p class="freshness">
      Live, updated <InReaderLang text={formatClockWithSeconds(updatedAtMs)} />
    </p>
  );
}

import type { ComponentChildren } from 'preact';
import { formatClockWithSeconds, READER_LANG } from '../../ui/format.ts';
import { InReaderLang } from '../../ui/time.tsx';
import type { PolledResponse } from '../../ui/live.ts';
import type { Problem } from '../../ui/request.ts';
import { Button } from '../../ui/button.tsx';

interface HeadProps {
  title: ComponentChildren;
  /** The polled response whose state is shown. */
  live?: PolledResponse<unknown>;
  lead?: ComponentChildren;
  children?: ComponentChildren;
}

/** The heading of a view with its controls. A dot shows that its data is current. */
export function Head({ title, live, lead, children }: HeadProps) {
  return (
    <header class="head">
      <div>
        <div class="head-title">
          <h1 tabIndex={-1}>{title}</h1>
          {live && !live.problem && <LiveDot updatedAtMs={live.updatedAtMs} />}
        </div>
        {lead !== undefined && <p class="lead">{lead}</p>}
        {live?.problem && <Stale {...live} problem={live.problem} />}
      </div>
      {children !== undefined && <div class="controls">{children}</div>}
    </header>
  );
}

function LiveDot({ updatedAtMs }: { updatedAtMs: number | undefined }) {
  const age = updatedAtMs === undefined ? 'Loading' : `Live, updated ${formatClockWithSeconds(updatedAtMs)}`;
  return (
    <p class={updatedAtMs === undefined ? 'freshness live loading' : 'freshness live'} title={age}>
      <span class="unseen" lang={READER_LANG}>
        {age}
      </span>
    </p>
  );
}

type StaleProps = Pick<PolledResponse<unknown>, 'updatedAtMs' | 'refresh'> & { problem: Problem };

/** Shows that the data is old, with the reason. */
function Stale({ updatedAtMs, problem, refresh }: StaleProps) {
  if (updatedAtMs === undefined) return <p class="freshness">Not loaded</p>;
  return (
    <p class="freshness stale" role="status">
      Last updated <InReaderLang text={formatClockWithSeconds(updatedAtMs)} />. {problem.message}{' '}
      <Button class="link" onClick={refresh}>
        Try again
      </Button>
    </p>
  );
}

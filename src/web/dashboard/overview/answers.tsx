import type { ComponentChildren } from 'preact';
import { Elapsed } from '../../ui/time.tsx';
import type { OverviewReply, SessionsReply, Window } from '../../../admin/wire/admin.ts';
import { formatCount, formatDuration, formatShare, plural } from '../../ui/format.ts';
import { useLive } from '../../ui/live.ts';
import { WAITING_PATH } from '../addresses.ts';
import { Bar } from '../../ui/skeleton.tsx';
import { href } from '../../ui/router.ts';
import { BEFORE } from '../queries.ts';

interface AnswersProps {
  overview: OverviewReply | undefined;
  window: Window;
}

/** Answers to visitors: by the assistant and by agents, with ratings. */
export function Answers({ overview, window }: AnswersProps) {
  const { current, previous } = overview ?? {};
  const before = BEFORE[window];
  const rated = current !== undefined && current.ratingsUp + current.ratingsDown > 0;
  return (
    <section class="card tiles" aria-label="Answers">
      <Waiting overview={overview} />
      <Tile
        name="First agent reply"
        loading={!current}
        value={orDash(current?.medianFirstReplySeconds, formatDuration)}
        note={
          current?.medianFirstReplySeconds == null
            ? 'No agent replies'
            : `Median. ${comparison(previous?.medianFirstReplySeconds, formatDuration, before)}`
        }
      />
      <Tile
        name="Resolved by assistant"
        loading={!current}
        value={orDash(current?.resolvedByAssistant, formatShare)}
        note={
          current?.resolvedByAssistant == null
            ? 'No conversations yet'
            : comparison(previous?.resolvedByAssistant, formatShare, before)
        }
      />
      <Tile
        name="Answer ratings"
        loading={!current}
        value={
          current &&
          (rated ? (
            <>
              <a href={href(['conversations'], { rating: 'answer-helpful', time: window })}>
                <span class="good">{formatCount(current.ratingsUp)}</span>
                <span class="unit"> helpful</span>
              </a>{' '}
              <a href={href(['conversations'], { rating: 'answer-not-helpful', time: window })}>
                <span class="bad">{formatCount(current.ratingsDown)}</span>
                <span class="unit"> not helpful</span>
              </a>
            </>
          ) : (
            '—'
          ))
        }
        note={rated ? 'Visitor ratings of answers' : 'No ratings'}
      />
      <ConversationRatings overview={overview} before={before} />
      <LeftMessages overview={overview} before={before} />
    </section>
  );
}

interface ComparedProps {
  overview: OverviewReply | undefined;
  /** The name of the previous time window. */
  before: string;
}

/** How long left messages waited for an answer. */
function LeftMessages({ overview, before }: ComparedProps) {
  const seconds = overview?.current.medianLeftAnswerSeconds;
  const earlier = comparison(overview?.previous.medianLeftAnswerSeconds, formatDuration, before);
  return (
    <Tile
      name="Left messages"
      loading={!overview}
      value={orDash(seconds, formatDuration)}
      note={seconds == null ? 'None answered' : `Median time to answer. ${earlier}`}
    />
  );
}

/** The visitors' ratings after conversations were closed. */
function ConversationRatings({ overview, before }: ComparedProps) {
  const {
    visitsHelpfulShare: share = null,
    visitsHelpful = 0,
    visitsNotHelpful = 0,
  } = overview?.current ?? {};
  const earlier = comparison(overview?.previous.visitsHelpfulShare, formatShare, before);
  return (
    <Tile
      name="Conversation ratings"
      loading={!overview}
      value={
        share === null ? (
          '—'
        ) : (
          <>
            {formatShare(share)}
            <span class="unit"> helpful</span>
          </>
        )
      }
      note={
        share === null ? 'No ratings' : `${plural(visitsHelpful + visitsNotHelpful, 'rating')}. ${earlier}`
      }
    />
  );
}

/** The waiting conversations. The longest wait is from their list. */
function Waiting({ overview }: { overview: OverviewReply | undefined }) {
  const waiting = overview?.waitingNow ?? 0;
  const { data } = useLive<SessionsReply>(waiting > 0 ? WAITING_PATH : undefined);
  // An urgent conversation is before those that have waited longer.
  const since = data?.sessions
    .map(({ humanRequestedAt, createdAt }) => humanRequestedAt ?? createdAt)
    .sort()
    .at(0);
  return (
    <Tile
      name="Waiting for a person"
      loading={!overview}
      urgent={waiting > 0}
      value={
        waiting === 0 ? (
          'None'
        ) : (
          <a href={href(['conversations'], { status: 'human_requested' })}>{formatCount(waiting)}</a>
        )
      }
      note={
        waiting > 0 ? (
          <>Longest wait {since === undefined ? '' : <Elapsed at={since} />}</>
        ) : (
          `${plural(overview?.claimedNow ?? 0, 'conversation')} with an agent`
        )
      }
    />
  );
}

interface TileProps {
  name: string;
  loading: boolean;
  urgent?: boolean;
  value: preact.ComponentChildren;
  note: ComponentChildren;
}

function Tile({ name, loading, urgent = false, value, note }: TileProps) {
  return (
    <div class={urgent ? 'tile urgent' : 'tile'}>
      <h2>{name}</h2>
      <p class="value">{loading ? <Bar width={4} /> : value}</p>
      <p class="change">{loading ? <Bar width={14} /> : note}</p>
    </div>
  );
}

const orDash = (value: number | null | undefined, format: (value: number) => string): string =>
  value == null ? '—' : format(value);

const comparison = (
  previous: number | null | undefined,
  format: (value: number) => string,
  before: string,
): string => (previous == null ? `No data for the ${before}` : `${format(previous)} the ${before}`);

import type { ComponentChildren } from 'preact';
import type {
  AssistantFigures,
  GroupFigures,
  TeamReport,
} from '../../../conversations/records/team-report.ts';
import type { RatingFilter } from '../../../conversations/rules/session-facets.ts';
import type { ReportDays } from '../../../admin/wire/team-report.ts';
import { formatCount, formatShare } from '../../ui/format.ts';
import { href } from '../../ui/router.ts';
import { InReaderLang } from '../../ui/time.tsx';
import { durationOf } from './figure-cells.tsx';

interface ReportProps {
  report: TeamReport;
  days: ReportDays;
}

/** The figures of all conversations that agents closed, with those of the days before. */
export function Totals({ report: { total, previous }, days }: ReportProps) {
  const before = (value: (figures: GroupFigures) => string) => beforeText(days, previous && value(previous));
  const closed = ({ conversations }: GroupFigures) => formatCount(conversations);
  const rating = (figures: GroupFigures) => shareOf(figures.helpful, figures.notHelpful);
  return (
    <Tiles label="Closed by agents" title="Closed by agents">
      <Tile title="Conversations" value={closed(total)} note={before(closed)} />
      <Tile
        title="First reply"
        value={durationOf(total.firstReplySeconds)}
        note={<>Median. {before(({ firstReplySeconds }) => durationOf(firstReplySeconds))}</>}
      />
      <Tile
        title="Time to close"
        value={durationOf(total.closeSeconds)}
        note={<>Median. {before(({ closeSeconds }) => durationOf(closeSeconds))}</>}
      />
      <Tile
        title="Rated helpful"
        value={rating(total)}
        note={
          <>
            {formatCount(total.helpful + total.notHelpful)} of {formatCount(total.conversations)} rated.{' '}
            {before(rating)}
          </>
        }
      />
    </Tiles>
  );
}

/** The assistant's results, with those of the days before. */
export function Assistant({ report: { assistant, previousAssistant }, days }: ReportProps) {
  const before = (value: (figures: AssistantFigures) => string) => beforeText(days, value(previousAssistant));
  const resolved = ({ resolvedShare }: AssistantFigures) =>
    resolvedShare === null ? '—' : formatShare(resolvedShare);
  const rating = (figures: AssistantFigures) => shareOf(figures.ratedHelpful, figures.ratedNotHelpful);
  const missing = ({ notAnswered }: AssistantFigures) => formatCount(notAnswered);
  const rated = assistant.ratedHelpful + assistant.ratedNotHelpful;
  return (
    <Tiles label="Assistant" title="Assistant">
      <Tile
        title="Conversations"
        value={formatCount(assistant.conversations)}
        note={before(({ conversations }) => formatCount(conversations))}
      />
      <Tile
        title="Resolved by assistant"
        value={resolved(assistant)}
        note={<>No person, no missing answer, no rating as not helpful. {before(resolved)}</>}
      />
      <Tile
        title="Answers rated helpful"
        value={rating(assistant)}
        note={
          <>
            {formatCount(rated)} of {formatCount(assistant.answers)} answers rated,{' '}
            <Rated
              rating="answer-not-helpful"
              count={assistant.ratedNotHelpful}
              words="not helpful"
              days={days}
            />
            . {before(rating)}
          </>
        }
      />
      <Tile
        title="Not answered"
        value={<Rated rating="not-answered" count={assistant.notAnswered} words="" days={days} />}
        note={before(missing)}
      />
    </Tiles>
  );
}

/** A number that leads to its conversations. */
function Rated({ rating, count, words, days }: RatedProps) {
  const text = `${formatCount(count)} ${words}`.trim();
  if (count === 0) return <>{text}</>;
  return <a href={href(['conversations'], { rating, time: TIMES[days] })}>{text}</a>;
}

interface RatedProps {
  rating: RatingFilter;
  count: number;
  words: string;
  days: ReportDays;
}

/** The time filter of the list that has at least these days. */
const TIMES: Record<ReportDays, string> = { '7': '7d', '30': '30d', '90': 'all' };

const shareOf = (good: number, bad: number): string =>
  good + bad === 0 ? '—' : formatShare(good / (good + bad));

/** The value of the range before; nothing for a range with too many conversations to read. */
function beforeText(days: ReportDays, value: string | null): string {
  if (value === null) return '';
  return value === '—' ? `No data for the ${days} days before` : `${value} in the ${days} days before`;
}

interface TilesProps {
  label: string;
  title: string;
  children: ComponentChildren;
}

function Tiles({ label, title, children }: TilesProps) {
  return (
    <section class="list" aria-label={label}>
      <header>
        <h2>{title}</h2>
      </header>
      <div class="card tiles four">{children}</div>
    </section>
  );
}

interface TileProps {
  title: string;
  value: ComponentChildren;
  note: ComponentChildren;
}

function Tile({ title, value, note }: TileProps) {
  return (
    <div class="tile">
      <h3>{title}</h3>
      <p class="value">{typeof value === 'string' ? <InReaderLang text={value} /> : value}</p>
      <p class="change">{note}</p>
    </div>
  );
}

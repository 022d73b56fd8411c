import { hourOf } from '../availability/rules/activity.ts';
import {
  assistantFigures,
  closedFacts,
  dailyFigures,
  figuresOf,
  lastDays,
  teamFigures,
  type ClosedFacts,
} from '../conversations/rules/team-report.ts';
import type { TimeZones } from '../availability/rules/business-hours.ts';
import type { TeamReport } from '../conversations/records/team-report.ts';
import type { ClosedQuery, Ports } from '../ports.ts';

/** How many conversations are read per request. */
const BATCH = 500;
/** The maximum number of requests: a report counts the newest 5 000 conversations of its range. */
const MAX_READS = 10;

type Dependencies = Pick<Ports, 'clock' | 'store'> & { zones: () => Promise<TimeZones> };

export function teamReports({ clock, store, zones: openZones }: Dependencies) {
  /** Newest first. If there are more, `oldest` is the closing time of the last one read. */
  async function readClosed(range: Pick<ClosedQuery, 'from' | 'to'>) {
    const facts: ClosedFacts[] = [];
    let cursor: string | undefined;
    let oldest = range.from;
    for (let reads = 0; reads < MAX_READS; reads++) {
      const { items, nextCursor } = await store.closed({
        ...range,
        order: 'newest',
        limit: BATCH,
        ...(cursor !== undefined && { cursor }),
      });
      facts.push(...items.flatMap((session) => closedFacts(session) ?? []));
      if (nextCursor === undefined) return { facts };
      cursor = nextCursor;
      oldest = items.at(-1)?.closedAt ?? oldest;
    }
    return { facts, oldest };
  }

  return {
    /** The report on the last days of a time zone, including today, with the days before for comparison. */
    async read(days: number, timeZone: string): Promise<TeamReport> {
      const zones = await openZones();
      const { dates, from, to, previousFrom } = lastDays(days, clock.now(), { zones, timeZone });
      const [{ facts, oldest }, before, hours] = await Promise.all([
        readClosed({ from, to }),
        readClosed({ from: previousFrom, to: from }),
        store.activity(hourOf(previousFrom), to),
      ]);
      const localHourOf = (at: string) => Math.floor(zones.localTime(Date.parse(at), timeZone).minute / 60);
      const dateOf = (at: string) => zones.localTime(Date.parse(at), timeZone).date;
      const first = dates[0] ?? '';
      const current = hours.filter(({ hour }) => dateOf(hour) >= first);
      return {
        ...teamFigures(facts, localHourOf),
        previous: before.oldest === undefined ? figuresOf(before.facts) : null,
        assistant: assistantFigures(current),
        previousAssistant: assistantFigures(hours.filter(({ hour }) => dateOf(hour) < first)),
        days: dailyFigures(current, dates, dateOf),
        from: oldest ?? from,
        to,
        timeZone,
        isPartial: oldest !== undefined,
      };
    },
  };
}

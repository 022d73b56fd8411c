import { closedFacts, lastDays, teamFigures, type ClosedFacts } from '../../domain/team-report.ts';
import type { TimeZones } from '../../domain/business-hours.ts';
import type { TeamReport } from '../../domain/records/team-report.ts';
import type { ClosedQuery, Ports } from '../../ports.ts';

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
    /** The report on conversations that agents closed in the last days of a time zone, including today. */
    async read(days: number, timeZone: string): Promise<TeamReport> {
      const zones = await openZones();
      const range = lastDays(days, clock.now(), { zones, timeZone });
      const { facts, oldest } = await readClosed(range);
      const hourOf = (at: string) => Math.floor(zones.localTime(Date.parse(at), timeZone).minute / 60);
      return {
        ...teamFigures(facts, hourOf),
        from: oldest ?? range.from,
        to: range.to,
        timeZone,
        isPartial: oldest !== undefined,
      };
    },
  };
}

import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  decideClaim,
  evaluate,
  revertClaim,
  NO_SEATS,
  withoutExpired,
  type SeatRules,
} from '../../src/core/seat-gate.ts';
import type { SeatBook } from '../../src/publisher/records/seat-book.ts';
import type { QuotaStatus } from '../../src/publisher/records/plan.ts';
import { sessionIn } from '../support/stores/session-in.ts';

const DAY = 86_400_000;
const WINDOW_DAYS = 30;

type Step =
  | { do: 'claim'; oid: string; wins: boolean }
  | { do: 'wait'; hours: number }
  | { do: 'look' }
  | { do: 'plan'; seatQuota: number; gracePeriodDays: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('claim' as const),
      oid: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
      wins: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 500 }) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('look' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('plan' as const),
      seatQuota: fc.integer({ min: 0, max: 4 }),
      gracePeriodDays: fc.integer({ min: 0, max: 20 }),
    }),
  },
);

function decide(book: SeatBook, id: string, oid: string, rules: SeatRules, nowMs: number) {
  const trigger = { type: 'claim', agent: { oid, name: oid } } as const;
  return decideClaim({ id, trigger, session: sessionIn('open') }, book, rules, nowMs);
}

/** A model of the rules: the list of all claims, and since when there have been too many. */
function model() {
  const claims: { oid: string; at: number }[] = [];
  let since: number | undefined;
  let now = 0;
  let plan = { seatQuota: 2, gracePeriodDays: 14 };
  const agents = () => new Set(claims.filter(({ at }) => now - at < WINDOW_DAYS * DAY).map(({ oid }) => oid));
  const look = () => {
    if (agents().size <= plan.seatQuota) since = undefined;
  };
  const days = () => (since === undefined ? 0 : Math.floor((now - since) / DAY));
  return {
    wait: (ms: number) => (now += ms),
    choose: (next: typeof plan) => (plan = next),
    look,
    status(): Pick<QuotaStatus, 'seatsUsed' | 'exceeded' | 'daysOverQuota' | 'blocked'> {
      const seatsUsed = agents().size;
      const exceeded = seatsUsed > plan.seatQuota;
      const daysOverQuota = exceeded ? days() : 0;
      return {
        seatsUsed,
        exceeded,
        daysOverQuota,
        blocked: exceeded && daysOverQuota >= plan.gracePeriodDays,
      };
    },
    claim(oid: string, wins: boolean): 'refused' | 'allowed' {
      look();
      const isNew = !agents().has(oid);
      if (isNew && agents().size + 1 > plan.seatQuota && days() >= plan.gracePeriodDays) return 'refused';
      if (wins) {
        claims.push({ oid, at: now });
        if (agents().size > plan.seatQuota) since ??= now;
      }
      return 'allowed';
    },
  };
}

test('after any history the seats are those of a list of all claims', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (history) => {
      const expected = model();
      let rules = { seatQuota: 2, gracePeriodDays: 14, windowDays: WINDOW_DAYS };
      let book: SeatBook = NO_SEATS;
      let nowMs = 0;
      history.forEach((event, index) => {
        const id = String(index);
        switch (event.do) {
          case 'wait':
            nowMs += event.hours * 3_600_000;
            expected.wait(event.hours * 3_600_000);
            break;
          case 'look':
            book = withoutExpired(book, rules, nowMs);
            expected.look();
            break;
          case 'plan':
            rules = { ...rules, seatQuota: event.seatQuota, gracePeriodDays: event.gracePeriodDays };
            expected.choose(event);
            break;
          case 'claim': {
            const { oid, wins } = event;
            const outcome = decide(book, id, oid, rules, nowMs);
            const allowed = expected.claim(oid, wins);
            expect(outcome.decision === 'claimed' ? 'allowed' : 'refused').toBe(allowed);
            if (outcome.decision !== 'claimed') break;
            book = wins ? outcome.book : revertClaim(outcome.book, id, rules, nowMs);
          }
        }
        expect(evaluate(book, rules, nowMs)).toMatchObject(expected.status());
      });
    }),
    { numRuns: 500 },
  );
});

test('a plan without a grace period never admits more agents than it has seats', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 5 }),
      fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g'), { maxLength: 20 }),
      (seatQuota, oids) => {
        const rules = { seatQuota, gracePeriodDays: 0, windowDays: WINDOW_DAYS };
        let book: SeatBook = NO_SEATS;
        oids.forEach((oid, index) => {
          const outcome = decide(book, String(index), oid, rules, 0);
          if (outcome.decision === 'claimed') book = outcome.book;
        });
        const seatsUsed = Math.min(seatQuota, new Set(oids).size);
        expect(evaluate(book, rules, 0)).toMatchObject({ exceeded: false, seatsUsed });
      },
    ),
  );
});

import type { ShownSettings } from '../../../admin/records/shown-settings.ts';
import type { PlanStatus } from '../../../desk/wire/agent.ts';
import { formatCount } from '../../ui/format.ts';
import { PLAN_PATH } from '../addresses.ts';
import { useLive } from '../../ui/live.ts';
import { Loaded } from './loaded.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { planSummary, upgradeLink } from '../../ui/plan-status.ts';

interface PlanCardProps {
  settings: Pick<ShownSettings, 'publisher' | 'seatWindowDays'>;
}

/** The plan with its seats. Without a publisher it is shown only while the seats are all in use. */
export function PlanCard({ settings: { publisher, seatWindowDays } }: PlanCardProps) {
  const live = useLive<PlanStatus>(PLAN_PATH);
  const { data } = live;
  const hasPublisher = publisher !== 'off';
  if (!hasPublisher && (!data || data.seatsUsed < data.seatQuota)) return null;
  return (
    <Loaded live={live}>
      <Card plan={data ?? TYPICAL} seatWindowDays={seatWindowDays} isShape={!data} />
    </Loaded>
  );
}

/** Placeholder while the plan loads, so that the layout stays stable. */
const TYPICAL: PlanStatus = {
  planId: 'start',
  planDisplayName: 'Start',
  seatQuota: 2,
  seatsUsed: 1,
  exceeded: false,
  daysOverQuota: 0,
  gracePeriodDays: 14,
  blocked: false,
  upgradeUrl: 'https://portal.azure.com/',
};

interface CardProps {
  plan: PlanStatus;
  /** How long a claim uses a seat, in days. */
  seatWindowDays: number;
  /** Whether the placeholder is shown. */
  isShape: boolean;
}

function Card({ plan, seatWindowDays, isShape }: CardProps) {
  const { severity, state, meaning } = planSummary(plan, seatWindowDays);
  const upgrade = upgradeLink(plan);
  return (
    <section
      class={`card plan is-${severity}${isShape ? ' is-shape' : ''}`}
      aria-label="Plan"
      aria-busy={isShape}
    >
      <div class="plan-line">
        <h2>
          <UntrustedText text={plan.planDisplayName} /> plan
        </h2>
        <Seats used={plan.seatsUsed} quota={plan.seatQuota} />
        <p>
          {formatCount(plan.seatsUsed)} of {formatCount(plan.seatQuota)} seats
        </p>
        <p class={`severity ${severity === 'good' ? 'quiet' : severity}`}>{state}</p>
        {upgrade !== undefined && (
          <a class="button" href={upgrade} target="_blank" rel="noreferrer">
            Upgrade plan
          </a>
        )}
      </div>
      <p class="meaning">{meaning}</p>
    </section>
  );
}

/** One symbol per seat for small plans; otherwise a bar. */
function Seats({ used, quota }: { used: number; quota: number }) {
  const seats = Math.max(used, quota);
  const stateOf = (seat: number) => (seat < quota ? 'taken' : 'over');
  if (seats > 12) return <meter min={0} max={quota} value={Math.min(used, quota)} aria-label="Seats used" />;
  return (
    <span class="seats" aria-hidden="true">
      {Array.from({ length: seats }, (_, seat) => (
        <span key={seat} class={seat < used ? stateOf(seat) : ''} />
      ))}
    </span>
  );
}

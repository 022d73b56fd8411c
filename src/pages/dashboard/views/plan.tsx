import type { PlanStatus } from '../../../wire/agent.ts';
import { apiPath } from '../api.ts';
import { formatCount } from '../format.ts';
import { useLive } from '../live.ts';
import { Trouble } from '../parts/notice.tsx';
import { Bar } from '../parts/skeleton.tsx';
import { Stranger } from '../parts/stranger.tsx';
import { planWords, upgradeLink } from '../plan-words.ts';

interface PlanCardProps {
  /** How long a claim holds a seat. */
  seatWindowDays: number;
}

/** The plan, its seats, and what their state means. */
export function PlanCard({ seatWindowDays }: PlanCardProps) {
  const { data, problem, refresh } = useLive<PlanStatus>(apiPath('plan'));
  if (!data) {
    return (
      <section class="card plan" aria-label="Plan">
        {problem ? (
          <Trouble sentence={problem.message} onRetry={() => void refresh()} />
        ) : (
          <p>
            <Bar width={24} />
          </p>
        )}
      </section>
    );
  }
  const { mood, state, meaning } = planWords(data, seatWindowDays);
  const upgrade = upgradeLink(data);
  return (
    <section class={`card plan is-${mood}`} aria-label="Plan">
      <div class="plan-line">
        <h2>
          <Stranger text={data.planDisplayName} /> plan
        </h2>
        <Seats used={data.seatsUsed} quota={data.seatQuota} />
        <p>
          {formatCount(data.seatsUsed)} of {formatCount(data.seatQuota)} seats
        </p>
        <p class={`mood ${mood === 'good' ? 'quiet' : mood}`}>{state}</p>
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

/** A place for each seat, as long as they can be counted at a glance; a bar beyond that. */
function Seats({ used, quota }: { used: number; quota: number }) {
  const places = Math.max(used, quota);
  if (places > 12) return <meter min={0} max={quota} value={Math.min(used, quota)} aria-label="Seats used" />;
  return (
    <span class="seats" aria-hidden="true">
      {Array.from({ length: places }, (_, place) => (
        <span key={place} class={place < used ? (place < quota ? 'taken' : 'over') : ''} />
      ))}
    </span>
  );
}

import type { PlanStatus } from '../../desk/wire/agent.ts';
import { plural } from './format.ts';

/** The severity of the seat status. */
type PlanSeverity = 'good' | 'wait' | 'bad';

interface PlanSummary {
  severity: PlanSeverity;
  /** The status in a few words. */
  state: string;
  /** The explanation of the status. */
  meaning: string;
}

/** Describes the seat status for the business (docs/api.md, Seats). `seatWindowDays` is in days. */
export function planSummary(plan: PlanStatus, seatWindowDays: number): PlanSummary {
  const { seatQuota, seatsUsed, exceeded, blocked, daysOverQuota, gracePeriodDays } = plan;
  if (blocked) {
    return {
      severity: 'bad',
      state: 'New agents cannot claim',
      meaning:
        `${plural(seatsUsed, 'agent')} on ${plural(seatQuota, 'seat')}, and the grace period of ${plural(gracePeriodDays, 'day')} has ended. ` +
        'Agents with a seat are not affected. Other agents cannot claim conversations until a seat is free or the plan is upgraded.',
    };
  }
  if (exceeded) {
    const left = Math.max(0, gracePeriodDays - daysOverQuota);
    return {
      severity: 'wait',
      state: `Over the seat limit. ${plural(left, 'day')} to upgrade`,
      meaning:
        `${plural(seatsUsed, 'agent')} on ${plural(seatQuota, 'seat')}. ` +
        'All agents can work until the grace period ends, then new agents cannot claim conversations.',
    };
  }
  const free = seatQuota - seatsUsed;
  return {
    severity: 'good',
    state: free === 0 ? 'All seats in use' : `${plural(free, 'seat')} free`,
    meaning:
      `An agent uses a seat when claiming a conversation. The seat is free after ${plural(seatWindowDays, 'day')} without a claim. ` +
      `Over the limit, you have ${plural(gracePeriodDays, 'day')} to upgrade, then new agents cannot claim conversations.`,
  };
}

/** The upgrade URL; undefined if it is not a safe link. */
export function upgradeLink({ upgradeUrl }: Pick<PlanStatus, 'upgradeUrl'>): string | undefined {
  return /^https?:\/\//.test(upgradeUrl) && URL.canParse(upgradeUrl) ? upgradeUrl : undefined;
}

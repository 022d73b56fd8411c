import type { PlanStatus } from '../../wire/agent.ts';
import { plural } from './format.ts';

/** How much the state of the seats asks of the reader. */
export type PlanMood = 'good' | 'wait' | 'bad';

export interface PlanWords {
  mood: PlanMood;
  /** The state in a few words. */
  state: string;
  /** What it means, in sentences. */
  meaning: string;
}

/** What the state of the seats means for the people of the business (docs/api.md, Seats). */
export function planWords(plan: PlanStatus, seatWindowDays: number): PlanWords {
  const { seatQuota, seatsUsed, exceeded, blocked, daysOverQuota, gracePeriodDays } = plan;
  if (blocked) {
    return {
      mood: 'bad',
      state: 'No more agents can join',
      meaning:
        `${plural(seatsUsed, 'agent')} on ${plural(seatQuota, 'seat')}, and the grace period of ${plural(gracePeriodDays, 'day')} is over. ` +
        'Agents who hold a seat go on as before. Anyone else cannot claim conversations until the plan has room.',
    };
  }
  if (exceeded) {
    const left = Math.max(0, gracePeriodDays - daysOverQuota);
    return {
      mood: 'wait',
      state: `${plural(left, 'day')} of grace left`,
      meaning:
        `${plural(seatsUsed, 'agent')} on ${plural(seatQuota, 'seat')}. Everybody can go on for now. ` +
        'After the grace period, agents who hold a seat go on, and anyone new cannot claim conversations.',
    };
  }
  const free = seatQuota - seatsUsed;
  return {
    mood: 'good',
    state: free === 0 ? 'All seats are taken' : `${plural(free, 'seat')} free`,
    meaning:
      `An agent takes a seat by claiming a conversation, and gives it back after ${plural(seatWindowDays, 'day')} without a claim. ` +
      `With more agents than seats, everybody can go on for ${plural(gracePeriodDays, 'day')}; then nobody new can join.`,
  };
}

/** The address of a larger plan, if it is one that a link may lead to. */
export function upgradeLink({ upgradeUrl }: Pick<PlanStatus, 'upgradeUrl'>): string | undefined {
  return /^https?:\/\//.test(upgradeUrl) && URL.canParse(upgradeUrl) ? upgradeUrl : undefined;
}

import { createHmac } from 'node:crypto';
import type { AgentStatus } from './availability.ts';
import type { DeliveryResult } from './delivery-outcome.ts';
import type { FeedSubject } from './notice-card.ts';
import { plainText } from './notice-card.ts';
import { CARD_WORDS, type CardLanguage } from './notice-card-words.ts';
import type { AgentFeedState, FeedStates } from './records/activity-feed.ts';
import type { NoticeFacts } from './records/outbox-entry.ts';
import { teamsDeepLink, type TeamsTab } from './teams-channel.ts';

const DAY_MS = 86_400_000;
/** Agents who were seen within this time get entries. */
const SEEN_MS = 30 * DAY_MS;
/** An agent who has the app is asked again after this time; a call to many does not say who has it. */
const CONFIRMED_MS = 7 * DAY_MS;
/** The longest link of an entry (Microsoft Graph, teamworkActivityTopic). */
const MAX_LINK_LENGTH = 1024;
/** Teams shows so much of a preview. */
const MAX_PREVIEW_LENGTH = 150;

interface SeenAgent {
  oid: string;
  lastSeenAt: string;
  availability: AgentStatus;
}

/** The agents to tell: seen in the last 30 days and not away by choice. A missing connection is no reason. */
export function feedRecipients(agents: readonly SeenAgent[], nowMs: number): string[] {
  return agents
    .filter((agent) => isSeen(agent, nowMs) && agent.availability !== 'away')
    .map(({ oid }) => oid);
}

export function isSeen({ lastSeenAt }: Pick<SeenAgent, 'lastSeenAt'>, nowMs: number): boolean {
  return nowMs - Date.parse(lastSeenAt) < SEEN_MS;
}

/** Whether an agent is known to have the app, so that a call to many may include them. */
export function isConfirmed(state: AgentFeedState | undefined, nowMs: number): boolean {
  return state !== undefined && state.failure === undefined && nowMs - Date.parse(state.day) < CONFIRMED_MS;
}

/** The state after entries were sent to agents one by one; states of agents who left long ago are removed. */
export function afterEntries(
  { agents, failing }: FeedStates,
  results: ReadonlyMap<string, DeliveryResult>,
  outcome: DeliveryResult,
  nowMs: number,
): FeedStates {
  const now = new Date(nowMs).toISOString();
  const day = now.slice(0, 10);
  const kept = Object.entries(agents).filter(([, state]) => nowMs - Date.parse(state.day) < SEEN_MS);
  const changed = [...results].map(([oid, result]): [string, AgentFeedState] => [
    oid,
    { day, ...(!result.ok && { failure: result.code }) },
  ]);
  return {
    agents: Object.fromEntries([...kept, ...changed]),
    ...(!outcome.ok && { failing: { since: failing?.since ?? now, failure: outcome.code } }),
  };
}

/** The outcome of an entry that was sent to agents one by one, of whom none was reached. */
export function outcomeWithoutRecipients(results: readonly DeliveryResult[]): DeliveryResult {
  const failures = results.filter((result) => !result.ok);
  const [first] = failures;
  if (!first) return { ok: true };
  const later = failures.find(({ permanent }) => !permanent);
  if (later) return later;
  // One agent may lack the app; where all do, it is the package, or its permission.
  const isEvery = failures.length > 1 && failures.every(({ code }) => code === 'app-missing');
  return isEvery ? { ...first, code: 'consent-missing' } : first;
}

/** The words of an entry: what happened, since when, and the source domain. No text of the conversation. */
export function feedWords(subject: FeedSubject, facts: NoticeFacts, language: CardLanguage) {
  const words = CARD_WORDS[language];
  const { waitingSince, sourceDomain } = facts;
  const since = waitingSince === undefined ? [] : [`${words.waitingSince} ${clockTime(waitingSince)}`];
  const domain = plainText(sourceDomain ?? '', MAX_PREVIEW_LENGTH / 2);
  return { title: words.titles[subject], preview: [...since, ...(domain ? [domain] : [])].join(' · ') };
}

/** The service does not know the time zone of the reader. */
const clockTime = (at: string): string => `${new Date(at).toISOString().slice(11, 16)} UTC`;

/** The link of an entry to a conversation; the page for browsers is left out where it would be too long. */
export function feedLink(tab: TeamsTab, subPageId: string, browser: string): string {
  const whole = teamsDeepLink(tab, subPageId, browser);
  return whole.length <= MAX_LINK_LENGTH ? whole : teamsDeepLink(tab, subPageId);
}

/**
 * The outcome of an entry for mentioned agents. An agent without the app sees the mention on the desk, so
 * that it is not an undelivered notice.
 */
export function outcomeOfMention(outcome: DeliveryResult): DeliveryResult {
  const hasNoApp = !outcome.ok && (outcome.code === 'app-missing' || outcome.code === 'consent-missing');
  return hasNoApp && outcome.permanent ? { ok: false, permanent: true, code: 'channel-off' } : outcome;
}

/**
 * Entries of one subject replace each other: those of a conversation, by its id, and repeats of a mention, by
 * the id of the note. `key`: only this deployment can tell which id a number is. 48 bits, which JSON readers
 * take as a whole number.
 */
export function chainIdOf(key: Uint8Array, id: string): number {
  return createHmac('sha256', key).update(id).digest().readUIntBE(0, 6);
}

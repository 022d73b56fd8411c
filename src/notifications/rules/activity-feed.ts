import { createHmac } from 'node:crypto';
import type { AgentStatus } from '../../availability/rules/agent-status.ts';
import type { DeliveryResult } from '../../conversations/rules/delivery-outcome.ts';
import { CARD_WORDS, type CardLanguage, type FeedSubject } from './notice-card-words.ts';
import { plainText } from './notice-card.ts';
import type { AgentFeedState, FeedStates } from '../records/activity-feed.ts';
import type { NoticeFacts } from '../../conversations/records/outbox-entry.ts';
import { teamsDeepLink, type TeamsTab } from './teams-channel.ts';

const DAY_MS = 86_400_000;
/** Agents who signed in within this time get entries. */
const SEEN_MS = 30 * DAY_MS;
/** After this time it is checked again that an agent has the app, because bulk calls do not report it. */
const CONFIRMED_MS = 7 * DAY_MS;
/** The maximum length of a link (Microsoft Graph, teamworkActivityTopic). */
const MAX_LINK_LENGTH = 1024;
/** Teams shows at most this many characters of a preview. */
const MAX_PREVIEW_LENGTH = 150;

interface SeenAgent {
  oid: string;
  lastSeenAt: string;
  availability: AgentStatus;
}

/** The agents who get an entry: seen in the last 30 days and not set to away. They need no connection. */
export function feedRecipients(agents: readonly SeenAgent[], nowMs: number): string[] {
  return agents
    .filter((agent) => isSeen(agent, nowMs) && agent.availability !== 'away')
    .map(({ oid }) => oid);
}

export function isSeen({ lastSeenAt }: Pick<SeenAgent, 'lastSeenAt'>, nowMs: number): boolean {
  return nowMs - Date.parse(lastSeenAt) < SEEN_MS;
}

/** Whether the agent had the app at a check in the last 7 days, so that bulk calls may include them. */
export function isConfirmed(state: AgentFeedState | undefined, nowMs: number): boolean {
  return state !== undefined && state.failure === undefined && nowMs - Date.parse(state.day) < CONFIRMED_MS;
}

/** The state after single sends to agents. States of agents not seen for 30 days are removed. */
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

/** The outcome of single sends of which all failed. */
export function outcomeWithoutRecipients(results: readonly DeliveryResult[]): DeliveryResult {
  const failures = results.filter((result) => !result.ok);
  const [first] = failures;
  if (!first) return { ok: true };
  const later = failures.find(({ permanent }) => !permanent);
  if (later) return later;
  // One agent may lack the app. If all lack it, the cause is the package or its permission.
  const isEvery = failures.length > 1 && failures.every(({ code }) => code === 'app-missing');
  return isEvery ? { ...first, code: 'consent-missing' } : first;
}

/** The texts of an entry: the event, its time and the source domain, without content of the conversation. */
export function feedText(subject: FeedSubject, facts: NoticeFacts, language: CardLanguage) {
  const words = CARD_WORDS[language];
  const { waitingSince, sourceDomain } = facts;
  const since = waitingSince === undefined ? [] : [`${words.waitingSince} ${clockTime(waitingSince)}`];
  const domain = plainText(sourceDomain ?? '', MAX_PREVIEW_LENGTH / 2);
  return { title: words.titles[subject], preview: [...since, ...(domain ? [domain] : [])].join(' · ') };
}

/** In UTC, because the time zone of the reader is unknown. */
const clockTime = (at: string): string => `${new Date(at).toISOString().slice(11, 16)} UTC`;

/** The link of an entry to a conversation, at most 1 024 characters: else without the page for browsers. */
export function feedLink(tab: TeamsTab, subPageId: string, browser: string): string {
  const whole = teamsDeepLink(tab, subPageId, browser);
  return whole.length <= MAX_LINK_LENGTH ? whole : teamsDeepLink(tab, subPageId);
}

/**
 * The outcome of an entry for mentioned agents. A missing app is a success, since the desk shows the mention.
 */
export function outcomeOfMention(outcome: DeliveryResult): DeliveryResult {
  const hasNoApp = !outcome.ok && (outcome.code === 'app-missing' || outcome.code === 'consent-missing');
  return hasNoApp && outcome.permanent ? { ok: false, permanent: true, code: 'channel-off' } : outcome;
}

/**
 * The chain id of an entry: entries with the same one replace each other. `id`: of the conversation, or of
 * the note for a mention. The result is an HMAC of 48 bits, an exact integer in JSON.
 */
export function chainIdOf(key: Uint8Array, id: string): number {
  return createHmac('sha256', key).update(id).digest().readUIntBE(0, 6);
}

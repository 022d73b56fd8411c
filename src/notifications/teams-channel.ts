import type { DeliveryResult } from '../conversations/rules/delivery-outcome.ts';
import { nowIso } from '../lib/fields.ts';
import { noticeCard, type DeskLinks as CardLinks } from './rules/notice-card.ts';
import type { CardSubject } from './rules/notice-card-words.ts';
import type { DeliveryFailure } from '../conversations/records/outbox-entry.ts';
import type { TeamsChannelRecord, WorkflowSlot } from './records/teams-channel.ts';
import { afterCard, teamsDeepLink } from './rules/teams-channel.ts';
import type { Notice, NotificationChannel, Ports } from '../ports.ts';
import type { DeskLinks } from './desk-links.ts';
import { type TeamsChannelRecords, ignoreUnavailable } from './teams-channel-records.ts';

/** The number of first messages in which the visitor's first question is searched. */
const FIRST_MESSAGES = 20;

type Dependencies = Pick<Ports, 'clock' | 'store' | 'workflows'> & {
  records: TeamsChannelRecords;
  links: DeskLinks;
  /** The host of Teams in this cloud. */
  teamsHost: string;
  /** The id of the app package; undefined if agents cannot sign in there. */
  teamsAppId: () => Promise<string | undefined>;
};

/** The notification channel of Teams cards: to the first workflow, escalations to the second. */
export function teamsChannel(dependencies: Dependencies): NotificationChannel {
  const { clock, store, workflows, records, links, teamsHost, teamsAppId } = dependencies;

  /** The first question; read only if the admin has switched it on. */
  async function firstQuestion({ includeFirstQuestion }: TeamsChannelRecord, sessionId: string) {
    if (!includeFirstQuestion) return undefined;
    const messages = await store.messages(sessionId, 0, FIRST_MESSAGES);
    return messages.find(({ role }) => role === 'visitor')?.content;
  }

  async function linksTo(settings: TeamsChannelRecord, sessionId: string): Promise<CardLinks> {
    const link = await links.create(sessionId);
    const browser = `${settings.origin}/api/collab-tab#/l/${link}`;
    const packaged = await teamsAppId();
    if (packaged === undefined) return { browser };
    const tab = { host: teamsHost, appId: settings.teamsAppId ?? packaged };
    return { browser, teams: teamsDeepLink(tab, link, browser) };
  }

  async function cardOf(settings: TeamsChannelRecord, notice: Notice) {
    const subject = subjectOf(notice);
    return noticeCard({
      subject,
      facts: notice.facts,
      messageLeft: subject === 'message-left' || notice.facts.messageLeft === true,
      firstQuestion: await firstQuestion(settings, notice.sessionId),
      links: await linksTo(settings, notice.sessionId),
      language: settings.language,
    });
  }

  async function send(notice: Notice, signal: AbortSignal): Promise<DeliveryResult> {
    const slot: WorkflowSlot = notice.step === 'escalation' ? 'second' : 'first';
    const settings = await records.settings();
    const address = await ignoreUnavailable(records.address(settings, slot));
    if (address === undefined) return failure('unavailable');
    if (!settings || address === 'absent') return failure('channel-off', { permanent: true });
    // The next attempt reads the settings with the new address.
    if (address === 'replaced') return failure('address-missing');
    const { url, secret } = address;
    const result = await workflows.post(url, await cardOf(settings, notice), signal);
    const now = nowIso(clock);
    // A failure to store the state must not cause another send of an accepted card.
    await ignoreUnavailable(
      records.changeStates((states) => afterCard(states, { slot, secret }, result, now)),
    );
    return result;
  }

  return {
    name: 'teams-workflow',
    kinds: ['session.handoff', 'message.left'],
    onlyWhileWaiting: true,
    isOn: async () => (await records.recentSettings())?.first !== undefined,
    async followUps() {
      const { first, second, reminderMinutes = 0, escalationMinutes = 0 } = (await records.settings()) ?? {};
      return {
        ...(first && reminderMinutes > 0 && { reminderMinutes }),
        ...(second && escalationMinutes > 0 && { escalationMinutes }),
      };
    },
    deliver: send,
  };
}

const failure = (code: DeliveryFailure, { permanent = false } = {}): DeliveryResult => ({
  ok: false,
  code,
  permanent,
});

/** The subject of a notice on a card or in a feed entry. */
export function subjectOf({ kind, step }: Notice): CardSubject {
  if (step === 'reminder' || step === 'escalation') return step;
  return kind === 'message.left' ? 'message-left' : 'handoff';
}

import { costOf, type Pricing } from '../spending/rules/cost.ts';
import { keyedFlight } from '../lib/concurrency.ts';
import { AppError, invalidField } from '../core/errors.ts';
import type { Message } from '../conversations/records/message.ts';
import type { SessionRecord } from '../conversations/records/session.ts';
import {
  isSameText,
  knownTranslation,
  MAX_TRANSLATED,
  primaryLanguage,
  SAME_LANGUAGE,
  withTranslation,
} from '../conversations/rules/translation.ts';
import { codePointLength } from '../lib/text.ts';
import type { LanguageDetection, Ports, RequestBudget, Translator } from '../ports.ts';
import { pricedCallOf, type AssistantProfiles } from '../assistants/assistant-profiles.ts';
import type { Conversations } from '../conversations/conversations.ts';
import type { IsBudgetSpent } from '../spending/daily-budget.ts';
import { messageIn, requireConversation } from '../conversations/reading.ts';
import { storeAgentCall, type AgentCall } from '../chat/store-agent-call.ts';

/** A text in a language (ISO 639); `content` is null if the original is already in that language. */
interface Translation {
  language: string;
  content: string | null;
}

type Dependencies = Pick<Ports, 'clock' | 'random' | 'store'> & {
  conversations: Conversations;
  profiles: Pick<AssistantProfiles, 'profileFor'>;
  /** Undefined if no model is connected. */
  translator: Translator | undefined;
  languages: LanguageDetection;
  isBudgetSpent: IsBudgetSpent;
  pricing: Pricing;
  requestBudget: Pick<RequestBudget, 'pause'>;
  /** Aborts when the instance ends. */
  stopping: AbortSignal;
};

/** How many of the visitor's latest messages are used to detect the language. */
const DETECTION_MESSAGES = 3;

/** Translations for agents. Both throw `model-not-configured`, `budget-spent` or `assistant-unavailable`. */
export function translations(dependencies: Dependencies) {
  const { store, profiles, translator, languages, isBudgetSpent, pricing } = dependencies;
  const { requestBudget, stopping } = dependencies;
  const once = keyedFlight<Translation>();

  /** Calls the model, and stores the usage, also if its output is unusable. */
  async function translate(
    text: string,
    language: string,
    call: Pick<AgentCall, 'session' | 'message'>,
    rewriting: (message: string) => AgentCall['rewrite'],
  ): Promise<string> {
    if (!translator) throw new AppError('model-not-configured');
    if (codePointLength(text) > MAX_TRANSLATED) throw new AppError('assistant-unavailable');
    if (await isBudgetSpent()) throw new AppError('budget-spent');
    const profile = await profiles.profileFor(call.session.assistantId);
    const asked = { text, language, ...(profile.model !== undefined && { model: profile.model }) };
    const used = await requestBudget.pause(() => translator.translate(asked, stopping));
    const cost = costOf(used.usage, pricing(pricedCallOf(profile, used)));
    const written = used.text;
    const content = written !== undefined && isSameText(written, text) ? SAME_LANGUAGE : written;
    const rewrite = content === undefined ? undefined : rewriting(content);
    const stored = await storeAgentCall(dependencies, { ...call, used, cost, ...(rewrite && { rewrite }) });
    if (!stored) throw new AppError('session-not-found');
    if (content === undefined) throw new AppError('assistant-unavailable', { reason: 'empty' });
    return content;
  }

  async function makeForMessage(session: SessionRecord, message: Message, language: string) {
    const { id, content } = message;
    const text = await translate(
      content,
      language,
      { session, message },
      (written) => async (conversation) => {
        const current = await messageIn(conversation, id, store);
        // The message was replaced in the meantime.
        if (current?.content !== content) return undefined;
        const rewritten = withTranslation(current, language, written);
        return rewritten === current ? undefined : rewritten;
      },
    );
    return translationOf(language, text);
  }

  /** The language of the visitor's latest messages; if unclear, the language of the browser. */
  async function visitorLanguage({ locale = '' }: SessionRecord, recent: readonly Message[]) {
    const browser = primaryLanguage(locale);
    const said = recent.filter(({ role }) => role === 'visitor').slice(-DETECTION_MESSAGES);
    const text = said.map(({ content }) => content).join('\n');
    return (await languages.detect(text, browser === undefined ? [] : [browser])) ?? browser;
  }

  return {
    /** Whether a model is connected. */
    isOn: translator !== undefined,

    /** Translates a message into the agent's language, once; the result is stored with the message. */
    async ofMessage(sessionId: string, messageId: string, tag: string) {
      const language = requireLanguage(tag, 'language');
      if (!translator) throw new AppError('model-not-configured');
      const conversation = await requireConversation(store, sessionId);
      const message = await messageIn(conversation, messageId, store);
      if (!message || message.role === 'system') throw new AppError('not-found');
      const known = knownTranslation(message, language);
      if (known !== undefined) return translationOf(language, known);
      if (await languages.isIn(message.content, language)) return translationOf(language, SAME_LANGUAGE);
      const key = `${sessionId} ${messageId} ${language}`;
      return await once(key, () => makeForMessage(conversation.session, message, language));
    },

    /**
     * Translates a reply into the visitor's language before it is sent; the text is not stored. `to`: a
     * language chosen by the agent. Throws `language-unknown` if neither the visitor's messages nor the
     * browser show it.
     */
    async ofReply(
      sessionId: string,
      { content, from, to }: { content: string; from: string; to?: string | undefined },
    ) {
      const own = requireLanguage(from, 'from');
      const chosen = to === undefined ? undefined : requireLanguage(to, 'to');
      if (!translator) throw new AppError('model-not-configured');
      const { session, recent } = await requireConversation(store, sessionId);
      const language = chosen ?? (await visitorLanguage(session, recent));
      if (language === undefined) throw new AppError('language-unknown');
      const isSame = language === own || (await languages.isIn(content, language));
      if (isSame) return translationOf(language, SAME_LANGUAGE);
      const message = recent.at(-1);
      return translationOf(
        language,
        await translate(content, language, { session, message }, () => undefined),
      );
    },
  };
}

function requireLanguage(tag: string, field: string): string {
  const language = primaryLanguage(tag);
  if (language === undefined) throw invalidField(field, 'is not a known language');
  return language;
}

const translationOf = (language: string, text: string): Translation => ({
  language,
  content: text === SAME_LANGUAGE ? null : text,
});

import { Button } from '../../ui/button.tsx';
import { languageLabel, LANGUAGES } from '../../ui/languages.ts';
import type { Preferences } from '../state/agent-storage.ts';

/** The preferences of this browser. */
export interface PreferencesProps {
  preferences: Preferences;
  onPreferences: (preferences: Preferences) => void;
}

interface TranslationOfferProps extends PreferencesProps {
  /** The language that the visitor's browser sent. */
  locale: string | undefined;
}

const languageOf = (locale: string): string => locale.toLowerCase().split('-')[0] ?? '';

/**
 * Offers to translate to the agent's language if the visitor's browser has another one, until it is
 * translated or dismissed.
 */
export function TranslationOffer({ locale, preferences, onPreferences }: TranslationOfferProps) {
  const own = languageOf(navigator.language);
  const theirs = locale === undefined ? own : languageOf(locale);
  if (preferences.translationOffered || own === theirs || ![own, theirs].every(isKnown)) return null;
  return (
    <p class="line info">
      <span>The visitor’s browser is in {languageLabel(theirs)}.</span>
      <Button
        class="link"
        onClick={() => onPreferences({ ...preferences, translationOffered: true, translateTo: own })}
      >
        Translate to {languageLabel(own)}
      </Button>
      <Button class="link" onClick={() => onPreferences({ ...preferences, translationOffered: true })}>
        Dismiss
      </Button>
    </p>
  );
}

const isKnown = (language: string): boolean => LANGUAGES.includes(language);

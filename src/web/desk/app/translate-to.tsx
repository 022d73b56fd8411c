import { languageLabel, LANGUAGES } from '../../ui/languages.ts';
import type { Preferences } from '../state/agent-storage.ts';

export interface TranslateToProps {
  preferences: Preferences;
  onPreferences: (preferences: Preferences) => void;
}

/** The setting for the target language of messages. */
export function TranslateTo({ preferences, onPreferences }: TranslateToProps) {
  return (
    <label class="menu-row">
      Translate to
      <select
        value={preferences.translateTo ?? ''}
        onChange={({ currentTarget: { value } }) => {
          const { translateTo: _old, ...rest } = preferences;
          onPreferences(value === '' ? rest : { ...rest, translateTo: value });
        }}
      >
        <option value="">Off</option>
        {LANGUAGES.map((language) => (
          <option key={language} value={language}>
            {languageLabel(language)}
          </option>
        ))}
      </select>
    </label>
  );
}

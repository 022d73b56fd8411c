import { Settings as Gear } from 'lucide-static';
import { useState } from 'preact/hooks';
import { KeyCap } from '../../ui/button.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import type { Preferences } from '../state/agent-storage.ts';
import type { TranslateToProps } from './translate-to.tsx';
import type { Me } from '../state/state.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { Switch } from '../../ui/field.tsx';

const { Component: TranslateTo } = lazyComponent<TranslateToProps>(
  async () => (await import('./on-demand.ts')).TranslateTo,
);

interface SettingsProps {
  me: Me;
  preferences: Preferences;
  onPreferences: (preferences: Preferences) => void;
  /** Whether the agent can choose the theme. In Teams its theme is used. */
  choosesTheme: boolean;
  /** Whether a connected model can translate. */
  translates: boolean;
  onCanned: () => void;
  onKeys: () => void;
  onSignOut: (() => void) | undefined;
}

/** The agent's preferences in this browser, and sign-out. */
export function Settings(props: SettingsProps) {
  const { me, preferences, onPreferences, choosesTheme, translates, onCanned, onKeys, onSignOut } = props;
  const [refused, setRefused] = useState(false);
  const choose = (part: Partial<Preferences>) => onPreferences({ ...preferences, ...part });

  const chooseNotify = async (notify: boolean) => {
    const { askToNotify } = await lazyPart(() => import('./on-demand.ts'));
    const granted = notify && (await askToNotify());
    setRefused(notify && !granted);
    choose({ notify: granted });
  };

  return (
    <Menu label="Settings" icon={Gear}>
      <p class="menu-name">
        Signed in as <UntrustedText text={me.name} />
      </p>
      <Switch label="Notifications" checked={preferences.notify} onChange={(on) => void chooseNotify(on)} />
      {refused && <p class="menu-note">Notifications are blocked in this browser.</p>}
      <Switch label="Sound" checked={preferences.sound} onChange={(sound) => choose({ sound })} />
      <Switch label="Single-key shortcuts" checked={preferences.keys} onChange={(keys) => choose({ keys })} />
      {translates && <TranslateTo preferences={preferences} onPreferences={onPreferences} />}
      {choosesTheme && (
        <label class="menu-row">
          Theme
          <select
            value={preferences.theme ?? ''}
            onChange={({ currentTarget: { value } }) => {
              const { theme: _old, ...rest } = preferences;
              onPreferences(value === 'light' || value === 'dark' ? { ...rest, theme: value } : rest);
            }}
          >
            <option value="">System</option>
            <option value="light">Light</option>
            <option value="dark">Dark</option>
          </select>
        </label>
      )}
      <hr />
      <MenuItem onClick={onCanned}>Canned replies</MenuItem>
      <MenuItem onClick={onKeys}>
        Keyboard shortcuts <KeyCap name="?" />
      </MenuItem>
      {onSignOut && <MenuItem onClick={onSignOut}>Sign out</MenuItem>}
    </Menu>
  );
}

import { Settings as Gear } from 'lucide-static';
import { useState } from 'preact/hooks';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import type { Preferences } from '../state/kept.ts';
import type { Me } from '../state/state.ts';
import { Menu } from './menu.tsx';

interface SettingsProps {
  me: Me;
  preferences: Preferences;
  onPreferences: (preferences: Preferences) => void;
  /** Whether the agent can choose the theme; inside Teams it is that of Teams. */
  choosesTheme: boolean;
  onCanned: () => void;
  onKeys: () => void;
  onSignOut: (() => void) | undefined;
}

/** The agent's preferences in this browser, and signing out. */
export function Settings(props: SettingsProps) {
  const { me, preferences, onPreferences, choosesTheme, onCanned, onKeys, onSignOut } = props;
  const [refused, setRefused] = useState(false);
  const choose = (part: Partial<Preferences>) => onPreferences({ ...preferences, ...part });

  const chooseNotify = async (notify: boolean) => {
    const granted =
      notify && 'Notification' in window && (await Notification.requestPermission()) === 'granted';
    setRefused(notify && !granted);
    choose({ notify: granted });
  };

  const then = (close: () => void, act: () => void) => () => {
    close();
    act();
  };

  return (
    <Menu label="Settings" icon={Gear}>
      {(close) => (
        <>
          <p class="menu-name">
            Signed in as <UntrustedText text={me.name} />
          </p>
          <Check
            label="Notifications"
            checked={preferences.notify}
            onChange={(on) => void chooseNotify(on)}
          />
          {refused && <p class="menu-note">Notifications are blocked in this browser.</p>}
          <Check label="Sound" checked={preferences.sound} onChange={(sound) => choose({ sound })} />
          <Check
            label="Single-key shortcuts"
            checked={preferences.keys}
            onChange={(keys) => choose({ keys })}
          />
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
          <button type="button" onClick={then(close, onCanned)}>
            Canned replies
          </button>
          <button type="button" onClick={then(close, onKeys)}>
            Keyboard shortcuts <kbd>?</kbd>
          </button>
          {onSignOut && (
            <button type="button" onClick={then(close, onSignOut)}>
              Sign out
            </button>
          )}
        </>
      )}
    </Menu>
  );
}

interface CheckProps {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

function Check({ label, checked, onChange }: CheckProps) {
  return (
    <label class="menu-row">
      {label}
      <input
        type="checkbox"
        role="switch"
        checked={checked}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
    </label>
  );
}

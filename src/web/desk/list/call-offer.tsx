import { BellRing } from 'lucide-static';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { Preferences } from '../state/agent-storage.ts';
import { askToNotify } from '../state/notifications.ts';

interface CallOfferProps {
  preferences: Preferences;
  onPreferences: (preferences: Preferences) => void;
}

/**
 * Offers sound and notifications once, to an agent who has never chosen. Below the list, where it moves
 * nothing.
 */
export function CallOffer({ preferences, onPreferences }: CallOfferProps) {
  const turnOn = async () =>
    onPreferences({ ...preferences, offered: true, sound: true, notify: await askToNotify() });
  return (
    <section class="call-offer" aria-label="Sound and notifications">
      <Icon svg={BellRing} size={16} />
      <p>
        Get a sound and a notification when a visitor is waiting or writes to you. They never show a visitor’s
        words.
      </p>
      <p class="call-choices">
        <Button class="button primary" onClick={() => void turnOn()}>
          Turn on
        </Button>
        <Button class="link" onClick={() => onPreferences({ ...preferences, offered: true })}>
          Not now
        </Button>
      </p>
    </section>
  );
}

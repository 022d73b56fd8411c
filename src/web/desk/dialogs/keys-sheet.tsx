import { Dialog } from '../../ui/dialog.tsx';
import type { Shortcut } from '../../ui/shortcuts.ts';
import { Button } from '../../ui/button.tsx';

/** Shortcuts in a text field. */
const IN_A_REPLY: readonly (readonly [keys: string, does: string])[] = [
  ['Enter', 'Send'],
  ['Shift Enter', 'New line'],
  ['/', 'Search canned replies, in an empty reply'],
  ['Ctrl K', 'Search conversations'],
  ['Esc', 'Leave the field'],
];

interface KeysSheetProps {
  shortcuts: readonly Shortcut[];
  enabled: boolean;
  onClose: () => void;
}

/** The dialog with the keyboard shortcuts. */
export function KeysSheet({ shortcuts, enabled, onClose }: KeysSheetProps) {
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      {!enabled && <p>Single-key shortcuts are off. Turn them on in Settings.</p>}
      <dl class="keys">
        {shortcuts.map(({ key, does }) => (
          <Line key={key} keys={key === 'escape' ? 'Esc' : key.toUpperCase()} does={does} />
        ))}
      </dl>
      <h3>While writing</h3>
      <dl class="keys">
        {IN_A_REPLY.map(([keys, does]) => (
          <Line key={keys} keys={keys} does={does} />
        ))}
      </dl>
      <div class="actions">
        <Button class="button primary" onClick={onClose}>
          Close
        </Button>
      </div>
    </Dialog>
  );
}

function Line({ keys, does }: { keys: string; does: string }) {
  return (
    <div>
      <dt>
        {keys.split(' ').map((key) => (
          <kbd key={key}>{key}</kbd>
        ))}
      </dt>
      <dd>{does}</dd>
    </div>
  );
}

import { isSnoozed } from '../../../conversations/rules/snooze.ts';
import type { Shortcut } from '../../ui/shortcuts.ts';
import type { Desk } from '../state/desk.ts';
import type { DeskState } from '../state/state.ts';
import { CannedEditor } from './canned-editor.tsx';
import { KeysSheet } from './keys-sheet.tsx';
import { MentionList } from './mention-list.tsx';
import { Search } from './search.tsx';
import { BulkActions } from './bulk-actions.tsx';
import { Snooze } from './snooze.tsx';
import { TagPicker } from './tag-picker.tsx';
import { Transfer } from './transfer.tsx';

export type Dialog = 'transfer' | 'canned' | 'keys' | 'search' | 'tags' | 'snooze' | 'several' | 'mentions';

interface OpenDialogProps {
  dialog: Dialog;
  desk: Desk;
  state: DeskState;
  openId: string | undefined;
  shortcuts: readonly Shortcut[];
  /** Whether single-key shortcuts are on. */
  keys: boolean;
  onClose: () => void;
}

export function OpenDialog({ dialog, desk, state, openId, shortcuts, keys, onClose }: OpenDialogProps) {
  switch (dialog) {
    case 'transfer':
      return openId === undefined ? null : <Transfer {...{ desk, state, onClose }} sessionIds={[openId]} />;
    case 'canned':
      return <CannedEditor desk={desk} state={state} onClose={onClose} />;
    case 'search':
      return <Search desk={desk} state={state} onClose={onClose} />;
    case 'several':
      return <BulkActions {...{ desk, state, onClose }} />;
    case 'snooze':
      return openId === undefined ? null : (
        <Snooze
          {...{ desk, onClose }}
          sessionId={openId}
          isAsleep={isSnoozed(state.rows.get(openId) ?? {}, Date.now())}
        />
      );
    case 'tags':
      return openId === undefined ? null : <TagPicker {...{ desk, state, onClose }} sessionIds={[openId]} />;
    case 'mentions':
      return <MentionList state={state} onClose={onClose} />;
    case 'keys':
      return <KeysSheet shortcuts={shortcuts} enabled={keys} onClose={onClose} />;
  }
}

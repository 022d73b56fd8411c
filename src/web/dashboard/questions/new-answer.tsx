import { Plus } from 'lucide-static';
import { useState } from 'preact/hooks';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { lazyDialog } from '../../ui/lazy-component.tsx';

/** The dialog of an answer, loaded on first use. */
export const AnswerDialog = lazyDialog(async () => (await import('../on-demand.ts')).AnswerDialog);

/** A button with a dialog that adds an answer without waiting for a question. */
export function NewAnswer({ assistantId }: { assistantId?: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Icon svg={Plus} size={18} />
        New answer
      </Button>
      {isOpen && <AnswerDialog.Component assistantId={assistantId} onClose={() => setOpen(false)} />}
    </>
  );
}

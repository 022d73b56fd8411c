import { Check, Copy } from 'lucide-static';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Icon } from './icon.tsx';
import { Button } from './button.tsx';

/** How long the confirmation is shown, in milliseconds. */
const CONFIRMATION_MS = 2_000;

/** Copies a text to the clipboard and shows the result. */
export function CopyButton({ text, label, primary }: { text: string; label: string; primary?: boolean }) {
  const [state, setState] = useState<'idle' | 'copied' | 'refused'>('idle');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const copy = async () => {
    const copied = await navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
    setState(copied ? 'copied' : 'refused');
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setState('idle'), CONFIRMATION_MS);
  };

  const words = { idle: label, copied: 'Copied', refused: 'Copy failed. Select the text to copy it.' };
  return (
    <Button class={primary ? 'button primary' : 'button'} onClick={copy}>
      <Icon svg={state === 'copied' ? Check : Copy} size={16} />
      <span aria-live="polite">{words[state]}</span>
    </Button>
  );
}

import { Check, Copy } from 'lucide-static';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Icon } from './icon.tsx';
import { Button } from './button.tsx';

/** How long the button says that it has copied. */
const SAID_MS = 2_000;

/** Puts a text on the clipboard and says so; where the browser refuses, it says that too. */
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
    timer.current = setTimeout(() => setState('idle'), SAID_MS);
  };

  const words = { idle: label, copied: 'Copied', refused: 'Copy failed. Select the text to copy it.' };
  return (
    <Button class={primary ? 'button primary' : 'button'} onClick={copy}>
      <Icon svg={state === 'copied' ? Check : Copy} size={16} />
      <span aria-live="polite">{words[state]}</span>
    </Button>
  );
}

import { CircleAlert, CircleCheck, Circle as Open } from 'lucide-static';
import type { ComponentChildren } from 'preact';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { isComplete } from '../values.ts';

/** The state of a step; `unknown` if the service cannot check it. */
export type StepState = 'done' | 'problem' | 'to-do' | 'unknown';

const WORDS: Record<StepState, [icon: string, words: string]> = {
  done: [CircleCheck, 'Done'],
  problem: [CircleAlert, 'Needs attention'],
  'to-do': [Open, 'To do'],
  unknown: [Open, ''],
};

interface StepProps {
  number: number;
  title: string;
  state: StepState;
  children: ComponentChildren;
}

export function Step({ number, title, state, children }: StepProps) {
  const [icon, words] = WORDS[state];
  return (
    <section class={`step ${state}`} aria-labelledby={`step-${number}`}>
      <header>
        <span class="number" aria-hidden="true">
          {number}
        </span>
        <h2 id={`step-${number}`}>{title}</h2>
        <p class="step-state" role="status">
          {words !== '' && (
            <>
              <Icon svg={icon} size={16} /> {words}
            </>
          )}
        </p>
      </header>
      {children}
    </section>
  );
}

/** A value to copy into another system. It can be copied when it is complete. */
export function Value({ label, value }: { label: string; value: string }) {
  return (
    <div class="value">
      <span class="value-label">{label}</span>
      <code translate={false}>{value}</code>
      {isComplete(value) ? (
        <CopyButton text={value} label="Copy" />
      ) : (
        <span class="quiet">Enter the IDs first</span>
      )}
    </div>
  );
}

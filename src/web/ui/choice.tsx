import type { ComponentChildren } from 'preact';

interface ChoiceProps<T extends string> {
  label: string;
  options: readonly (readonly [value: T, name: ComponentChildren])[];
  value: T;
  onChoose: (value: T) => void;
}

/** A segmented control: one of a few visible options. */
export function Choice<T extends string>({ label, options, value, onChoose }: ChoiceProps<T>) {
  return (
    <div class="choice" role="group" aria-label={label}>
      {options.map(([option, name]) => (
        <button
          key={option}
          type="button"
          aria-pressed={option === value}
          onClick={() => option !== value && onChoose(option)}
        >
          {name}
        </button>
      ))}
    </div>
  );
}

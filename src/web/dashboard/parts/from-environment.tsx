import type { ComponentChildren } from 'preact';

interface FromEnvironmentProps {
  label: string;
  /** The variable that decides the value. */
  variable: string;
  children: ComponentChildren;
}

/** A setting that the environment decides, in the place of its field. */
export function FromEnvironment({ label, variable, children }: FromEnvironmentProps) {
  return (
    <div class="field">
      <span>{label}</span>
      <p class="decided">{children}</p>
      <p class="quiet">
        Set by <code>{variable}</code> in the environment.
      </p>
    </div>
  );
}

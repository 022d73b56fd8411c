/** The shortcut of a control, beside its name. `aria-keyshortcuts` on the control says it to screen readers. */
export const KeyCap = ({ name }: { name: string }) => (
  <kbd aria-hidden="true" translate={false}>
    {name}
  </kbd>
);

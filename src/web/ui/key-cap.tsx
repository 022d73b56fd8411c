/**
 * A keyboard shortcut next to a control's name. Screen readers get it from the control's `aria-keyshortcuts`.
 */
export const KeyCap = ({ name }: { name: string }) => (
  <kbd aria-hidden="true" translate={false}>
    {name}
  </kbd>
);

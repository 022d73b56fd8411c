/** The shortcut of a control, next to its name. For screen readers the control has `aria-keyshortcuts`. */
export const KeyCap = ({ name }: { name: string }) => (
  <kbd aria-hidden="true" translate={false}>
    {name}
  </kbd>
);

/** Whether a widget is enabled. */
export const OnOff = ({ on }: { on: boolean }) => (
  <span class={on ? 'status claimed' : 'status closed'}>
    <span>{on ? 'On' : 'Off'}</span>
  </span>
);

import type { Desk } from '../state/desk.ts';
import type { DeskState } from '../state/state.ts';

interface AvailabilityProps {
  desk: Desk;
  availability: DeskState['availability'];
}

/** The availability switch. Hidden until the state is loaded. */
export function Availability({ desk, availability }: AvailabilityProps) {
  if (!availability) return null;
  const { status, saving = false } = availability;
  return (
    <label class="availability" title="Available for new conversations">
      <input
        type="checkbox"
        role="switch"
        checked={status === 'available'}
        aria-busy={saving}
        onChange={({ currentTarget }) => {
          void desk.availability.choose(currentTarget.checked ? 'available' : 'away');
        }}
      />
      Available
    </label>
  );
}

/** Why the last choice could not be stored. */
export function AvailabilityProblem({ availability }: Pick<AvailabilityProps, 'availability'>) {
  if (availability?.problem === undefined) return null;
  return (
    <p class="availability-problem bad" role="alert">
      {availability.problem}
    </p>
  );
}

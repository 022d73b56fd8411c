import type { Desk } from '../state/desk.ts';
import type { DeskState } from '../state/state.ts';

interface AvailabilityProps {
  desk: Desk;
  availability: DeskState['availability'];
}

/** The switch between available and away; not shown until the choice is known. */
export function Availability({ desk, availability }: AvailabilityProps) {
  if (!availability) return null;
  const { status, saving = false } = availability;
  const isAvailable = status === 'available';
  return (
    <label class={`availability ${status}`} title="Whether you take conversations">
      <input
        type="checkbox"
        role="switch"
        checked={isAvailable}
        aria-busy={saving}
        onChange={({ currentTarget }) => {
          void desk.availability.choose(currentTarget.checked ? 'available' : 'away');
        }}
      />
      {isAvailable ? 'Available' : 'Away'}
    </label>
  );
}

/** Why the last choice was not stored. */
export function AvailabilityProblem({ availability }: Pick<AvailabilityProps, 'availability'>) {
  if (availability?.problem === undefined) return null;
  return (
    <p class="availability-problem bad" role="alert">
      {availability.problem}
    </p>
  );
}

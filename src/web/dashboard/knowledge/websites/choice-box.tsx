import { useEffect, useState } from 'preact/hooks';

interface ChoiceBoxProps {
  label: string;
  checked: boolean;
  indeterminate?: boolean;
  /** Resolves to false if the choice could not be stored. */
  onChoose: (checked: boolean) => Promise<boolean>;
}

/** A checkbox with an optimistic update: it shows a choice while it is being stored. */
export function ChoiceBox({ label, checked, indeterminate = false, onChoose }: ChoiceBoxProps) {
  const [wanted, setWanted] = useState<boolean>();
  useEffect(() => setWanted(undefined), [checked, indeterminate]);
  const choose = async (value: boolean) => {
    setWanted(value);
    if (!(await onChoose(value))) setWanted(undefined);
  };
  return (
    <input
      type="checkbox"
      aria-label={label}
      checked={wanted ?? checked}
      indeterminate={wanted === undefined && indeterminate}
      onChange={({ currentTarget }) => void choose(currentTarget.checked)}
    />
  );
}

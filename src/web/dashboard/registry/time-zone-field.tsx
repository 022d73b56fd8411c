import { useId, useMemo } from 'preact/hooks';
import { Field } from '../../ui/field.tsx';
import { timeZones, zoneNamed } from './time-zones.ts';

interface TimeZoneProps {
  value: string;
  onChange: (timeZone: string) => void;
}

/**
 * A time zone, searched by typing: a combobox of the browser’s own. What names a zone becomes its name when
 * the field is left; the service refuses what names none.
 */
export function TimeZoneField({ value, onChange }: TimeZoneProps) {
  const list = useId();
  const zones = useMemo(timeZones, []);
  return (
    <Field
      path="hours.timeZone"
      label="Time zone"
      hint="Type a city or a region, such as Berlin or America."
      value={value}
    >
      {(attributes) => (
        <>
          <input
            {...attributes}
            type="text"
            list={list}
            autocomplete="off"
            spellcheck={false}
            maxLength={60}
            value={value}
            onFocus={({ currentTarget }) => currentTarget.select()}
            onInput={({ currentTarget }) => onChange(currentTarget.value)}
            onBlur={({ currentTarget }) => {
              const zone = zoneNamed(currentTarget.value, zones);
              if (zone !== undefined && zone !== value) onChange(zone);
            }}
          />
          <datalist id={list}>
            {zones.map((zone) => (
              <option key={zone} value={zone}>
                {zone.replaceAll('_', ' ')}
              </option>
            ))}
          </datalist>
        </>
      )}
    </Field>
  );
}

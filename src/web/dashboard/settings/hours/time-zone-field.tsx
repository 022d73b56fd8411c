import { useId, useMemo } from 'preact/hooks';
import { Field } from '../../../ui/field.tsx';

interface TimeZoneProps {
  value: string;
  onChange: (timeZone: string) => void;
}

/**
 * A time zone, as the browser's combobox. Text that identifies a zone is replaced by its name when the field
 * loses focus. The service refuses other text.
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
              const zone = findZone(currentTarget.value, zones);
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

/** Normalizes a name: spaces instead of underscores, lower case. */
const normalizeName = (name: string) => name.trim().replaceAll(/[_ ]+/g, ' ').toLowerCase();

/** The browser's time zones: the reader's and UTC first, then by region. */
export function timeZones(): string[] {
  const { timeZone: own } = Intl.DateTimeFormat().resolvedOptions();
  return [...new Set([own, 'UTC', ...Intl.supportedValuesOf('timeZone').toSorted()])];
}

/** The zone with a name, or with a city that only one zone has ("new york"). Undefined for other text. */
export function findZone(text: string, zones: readonly string[]): string | undefined {
  const wanted = normalizeName(text);
  const byName = zones.find((zone) => normalizeName(zone) === wanted);
  if (byName !== undefined) return byName;
  const byCity = zones.filter((zone) => normalizeName(zone.slice(zone.lastIndexOf('/') + 1)) === wanted);
  return byCity.length === 1 ? byCity[0] : undefined;
}

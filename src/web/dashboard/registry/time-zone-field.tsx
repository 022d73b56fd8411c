import { useId, useMemo } from 'preact/hooks';
import { Field } from '../../ui/field.tsx';

interface TimeZoneProps {
  value: string;
  onChange: (timeZone: string) => void;
}

/**
 * A time zone, searched by typing: a combobox of the browser’s own. Text that identifies a zone becomes its
 * name when the field is left; the service refuses other text.
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

/** A name as people write it: spaces for underscores, in either case. */
const folded = (name: string) => name.trim().replaceAll(/[_ ]+/g, ' ').toLowerCase();

/** The zones that the browser knows: the reader's own and UTC first, then by region. */
export function timeZones(): string[] {
  const { timeZone: own } = Intl.DateTimeFormat().resolvedOptions();
  return [...new Set([own, 'UTC', ...Intl.supportedValuesOf('timeZone').toSorted()])];
}

/**
 * The zone that a text names: by its name, or by its city where only one zone has it (“new york”). Undefined
 * where it names none.
 */
export function zoneNamed(text: string, zones: readonly string[]): string | undefined {
  const wanted = folded(text);
  const byName = zones.find((zone) => folded(zone) === wanted);
  if (byName !== undefined) return byName;
  const byCity = zones.filter((zone) => folded(zone.slice(zone.lastIndexOf('/') + 1)) === wanted);
  return byCity.length === 1 ? byCity[0] : undefined;
}

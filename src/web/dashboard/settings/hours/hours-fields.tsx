import { TriangleAlert, X } from 'lucide-static';
import { overlappingRanges } from '../../../../availability/rules/business-hours.ts';
import type { BusinessHours, Holiday, OpenRange } from '../../../../availability/records/business-hours.ts';
import { Check, Field, TextField } from '../../../ui/field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import {
  copyToAllDays,
  DAYS,
  storedEnd,
  rangesOf,
  displayedEnd,
  withNewRange,
  withoutRange,
  withRange,
} from './hours-edit.ts';
import { TimeZoneField } from './time-zone-field.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';

interface HoursProps {
  hours: BusinessHours;
  onChange: (hours: BusinessHours) => void;
}

/** Weekly hours, time zone and holidays. */
export function HoursFields({ hours, onChange }: HoursProps) {
  return (
    <div class="hours">
      <TimeZoneField value={hours.timeZone} onChange={(timeZone) => onChange({ ...hours, timeZone })} />
      <Overlaps weekly={hours.weekly} />
      {DAYS.map(([day, name]) => (
        <DayFields key={day} {...{ hours, onChange, day, name }} />
      ))}
      <Holidays {...{ hours, onChange }} />
    </div>
  );
}

function Overlaps({ weekly }: { weekly: readonly OpenRange[] }) {
  const found = new Set(overlappingRanges(weekly).map(({ day }) => day));
  const names = DAYS.filter(([day]) => found.has(day)).map(([, name]) => name);
  return (
    <div role="status">
      {names.length > 0 && (
        <div class="warning">
          <Icon svg={TriangleAlert} />
          <p>Times overlap: {names.join(', ')}.</p>
        </div>
      )}
    </div>
  );
}

interface DayProps extends HoursProps {
  day: OpenRange['day'];
  name: string;
}

function DayFields({ hours, onChange, day, name }: DayProps) {
  const ranges = rangesOf(hours, day);
  return (
    <fieldset class="hours-day">
      <legend>{name}</legend>
      <div class="hours-ranges">
        {ranges.length === 0 && <p class="quiet">Closed</p>}
        {ranges.map(({ range, index }) => (
          <div class="hours-times" key={index}>
            <TimeField
              path={`hours.weekly.${index}.from`}
              label="From"
              value={range.from}
              onChange={(from) => onChange(withRange(hours, index, { from }))}
            />
            <span aria-hidden="true">–</span>
            <TimeField
              path={`hours.weekly.${index}.to`}
              label="To"
              value={displayedEnd(range.to)}
              onChange={(to) => onChange(withRange(hours, index, { to: storedEnd(to) }))}
            />
            <Remove onClick={() => onChange(withoutRange(hours, index))} />
            {range.to < range.from && range.to !== '' && <p class="quiet">Ends on the next day</p>}
          </div>
        ))}
      </div>
      <div class="row">
        <Button onClick={() => onChange(withNewRange(hours, day))}>Add time</Button>
        {ranges.length > 0 && (
          <Button onClick={() => onChange(copyToAllDays(hours, day))}>Copy to all days</Button>
        )}
      </div>
    </fieldset>
  );
}

function Remove({ onClick }: { onClick: () => void }) {
  return <IconButton class="button hours-remove" label="Remove" icon={X} size={16} onClick={onClick} />;
}

interface TimeProps {
  path: string;
  label: string;
  value: string;
  onChange: (value: string) => void;
}

function TimeField({ value, onChange, ...labelled }: TimeProps) {
  return (
    <Field {...labelled} value={value}>
      {(attributes) => (
        <input
          {...attributes}
          type="time"
          value={value}
          onInput={({ currentTarget }) => onChange(currentTarget.value)}
        />
      )}
    </Field>
  );
}

function Holidays({ hours, onChange }: HoursProps) {
  const { holidays } = hours;
  const set = (index: number, part: Partial<Holiday>) =>
    onChange({ ...hours, holidays: holidays.map((it, at) => (at === index ? { ...it, ...part } : it)) });
  const add = () => onChange({ ...hours, holidays: [...holidays, { date: '', yearly: false }] });
  return (
    <fieldset class="hours-holidays">
      <legend>Holidays</legend>
      {holidays.map((holiday, index) => (
        <div class="hours-holiday" key={index}>
          <Field path={`hours.holidays.${index}.date`} label="Date" value={holiday.date}>
            {(attributes) => (
              <input
                {...attributes}
                type="date"
                value={holiday.date}
                onInput={({ currentTarget }) => set(index, { date: currentTarget.value })}
              />
            )}
          </Field>
          <TextField
            path={`hours.holidays.${index}.name`}
            label="Name"
            most={80}
            value={holiday.name}
            onChange={(name) => set(index, { name: name === '' ? undefined : name })}
          />
          <Check label="Every year" checked={holiday.yearly} onChange={(yearly) => set(index, { yearly })} />
          <Remove
            onClick={() => onChange({ ...hours, holidays: holidays.filter((_, at) => at !== index) })}
          />
        </div>
      ))}
      <div class="row">
        <Button onClick={add}>Add holiday</Button>
      </div>
    </fieldset>
  );
}

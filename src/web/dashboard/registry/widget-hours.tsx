import type { WidgetEdit } from '../../../domain/records/widget.ts';
import { Check } from '../../ui/field.tsx';
import { officeHours } from './hours-edit.ts';
import { HoursFields } from './hours-fields.tsx';

interface HoursProps {
  edit: WidgetEdit;
  change: (part: Partial<WidgetEdit>) => void;
}

/** The hours of one widget, in place of the deployment's. */
export function WidgetHours({ edit: { hours }, change }: HoursProps) {
  return (
    <section class="card part" aria-labelledby="widget-hours">
      <h2 id="widget-hours">Hours</h2>
      <Check
        label="Use other hours than the rest of the deployment"
        checked={hours !== undefined}
        onChange={(own) => change({ hours: own ? officeHours() : undefined })}
      />
      {hours && <HoursFields hours={hours} onChange={(next) => change({ hours: next })} />}
    </section>
  );
}

import { X } from 'lucide-static';
import { Button, IconButton } from '../../../../ui/button.tsx';
import { fieldsFor, TextField } from '../../../../ui/field.tsx';
import type { Editor } from '../../../parts/draft.ts';
import { Section } from '../../../parts/section.tsx';
import {
  BLANK_FIELD,
  BLANK_STATUS,
  MAX_FIELDS,
  MAX_STATUSES,
  type ActionDraft,
  type FieldDraft,
  type StatusDraft,
} from './action-edit.ts';

/** A list with one item changed. Without a change the item is removed. */
function withItem<T extends object>(items: readonly T[], index: number, part?: Partial<T>): T[] {
  return items.flatMap((item, at) => {
    if (at !== index) return [item];
    return part === undefined ? [] : [{ ...item, ...part }];
  });
}

/** The fields of the API's response that can be used, and texts for its statuses. */
export function ActionAnswerFields({ edit, change }: Pick<Editor<ActionDraft>, 'edit' | 'change'>) {
  const { fields, statuses } = edit;
  const setField = (index: number, part?: Partial<FieldDraft>) =>
    change({ fields: withItem(fields, index, part) });
  const setStatus = (index: number, part?: Partial<StatusDraft>) =>
    change({ statuses: withItem(statuses, index, part) });
  return (
    <Section id="action-answer" title="Answer">
      <p class="quiet">
        Only these fields of the JSON answer reach the model and the visitor. <code>[]</code> stands for all
        items of a list.
      </p>
      <ul class="entry-rows answer-fields">
        {fields.map((item, index) => {
          const field = fieldsFor<'path' | 'label' | 'maxLength'>(
            item,
            (part) => setField(index, part),
            `fields.${index}`,
          );
          return (
            <li key={index}>
              <TextField {...field('path')} label="Field" most={200} code placeholder="orders[].status" />
              <TextField {...field('label')} label="Field label" most={60} placeholder="Status" />
              <TextField {...field('maxLength')} label="Cut after" most={4} decimal />
              <IconButton label={`Remove field ${index + 1}`} icon={X} onClick={() => setField(index)} />
            </li>
          );
        })}
      </ul>
      <div class="row">
        <Button
          disabled={fields.length >= MAX_FIELDS}
          onClick={() => change({ fields: [...fields, BLANK_FIELD] })}
        >
          Add field
        </Button>
      </div>
      <h3>Sentences for a status</h3>
      <p class="quiet">The visitor reads this if the API answers with this HTTP status.</p>
      <ul class="entry-rows statuses">
        {statuses.map((item, index) => {
          const field = fieldsFor<'status' | 'sentence'>(
            item,
            (part) => setStatus(index, part),
            `statuses.${index}`,
          );
          return (
            <li key={index}>
              <TextField {...field('status')} label="Status" most={3} decimal placeholder="404" />
              <TextField
                {...field('sentence')}
                label="Sentence"
                most={200}
                placeholder="There is no such order."
              />
              <IconButton label={`Remove status ${index + 1}`} icon={X} onClick={() => setStatus(index)} />
            </li>
          );
        })}
      </ul>
      <div class="row">
        <Button
          disabled={statuses.length >= MAX_STATUSES}
          onClick={() => change({ statuses: [...statuses, BLANK_STATUS] })}
        >
          Add status
        </Button>
      </div>
    </Section>
  );
}

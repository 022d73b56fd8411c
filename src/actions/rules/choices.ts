import type { ActionEdit } from '../records/action.ts';
import type { ActionFormField, OfferedAction } from '../../conversations/records/offered-action.ts';
import type { LabeledValue } from '../../conversations/records/tried-action.ts';
import { changesSomething } from './action-rules.ts';
import { MAX_ITEMS } from './answer-data.ts';
import { shownValue } from './shown-value.ts';
import { formOf } from './tool-schema.ts';

/**
 * The lookup that returns the possible values of a field of a form, such as the customer's orders. It needs
 * no input, and a field of its list has the same label as a text field of the form.
 */
export function lookupOfChoices<Action extends ActionEdit>(
  { fields }: Pick<OfferedAction, 'fields'>,
  usable: readonly Action[],
): Action | undefined {
  const labels = fields.filter(({ type }) => type === 'text').map(({ label }) => label);
  return usable.find(
    (one) =>
      !changesSomething(one) &&
      formOf(one).length === 0 &&
      one.fields.some(({ path, label }) => path.includes('[]') && labels.includes(label)),
  );
}

/**
 * Turns the text fields that have values in the list of a lookup into choices. A choice is shown with the
 * other values of its item. A list that may be cut off changes nothing.
 */
export function offerWithChoices(
  offer: OfferedAction,
  data: readonly LabeledValue[],
  locale?: string,
): OfferedAction {
  const withChoices = (field: ActionFormField): ActionFormField => {
    const found = data.filter(({ label }) => label === field.label);
    if (field.type !== 'text' || found.length === 0 || found.length >= MAX_ITEMS) return field;
    const optionLabels = found.map((choice) => {
      const others = data.filter((one) => one.item === choice.item && one !== choice);
      return [choice, ...others].map(({ value }) => shownValue(value, locale)).join(' · ');
    });
    return { ...field, type: 'choice', options: found.map(({ value }) => value), optionLabels };
  };
  return { ...offer, fields: offer.fields.map(withChoices) };
}

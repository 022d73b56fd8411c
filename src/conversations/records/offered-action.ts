import * as z from 'zod/mini';

/** The maximum number of parameters of an action. */
export const MAX_PARAMETERS = 15;

/** A field of an action's form. Parameters from claims and fixed ones have no field. */
export const ActionFormField = z.object({
  name: z.string(),
  label: z.string(),
  type: z.enum(['text', 'number', 'choice', 'date']),
  options: z.exactOptional(z.readonly(z.array(z.string()))),
  /** How the options are shown; absent: as they are. */
  optionLabels: z.exactOptional(z.readonly(z.array(z.string()))),
  required: z.boolean(),
});
export type ActionFormField = z.output<typeof ActionFormField>;

/** An action that is offered as a button with a form. */
export const OfferedAction = z
  .object({
    name: z.string(),
    title: z.string(),
    /** Whether it is a change, which the visitor has to confirm. */
    changes: z.boolean(),
    fields: z.readonly(z.array(ActionFormField).check(z.maxLength(MAX_PARAMETERS))),
  })
  .register(z.globalRegistry, {
    id: 'OfferedAction',
    description: 'An action as a button with a small form.',
  });
export type OfferedAction = z.output<typeof OfferedAction>;

import * as z from 'zod';

/** The checked parts of `createUiDefinition.json`. */
const Element = z.object({
  name: z.string(),
  type: z.string(),
  toolTip: z.string().optional(),
  constraints: z
    .object({ regex: z.string().optional(), validationMessage: z.string().optional() })
    .optional(),
});
const Wizard = z.object({
  parameters: z.object({
    config: z.object({
      basics: z.object({
        subscription: z.object({ resourceProviders: z.array(z.string()) }),
      }),
    }),
    basics: z.array(Element),
    steps: z.array(z.object({ elements: z.array(Element) })),
    outputs: z.record(z.string(), z.unknown()),
  }),
});

/** Element types without a tool tip (arm-ttk, Tooltips-Should-Be-Present). */
const WITHOUT_TOOL_TIP = new Set([
  'Microsoft.Common.InfoBox',
  'Microsoft.Common.TextBlock',
  'Microsoft.Solutions.ArmApiControl',
  'Microsoft.Solutions.JitConfigurator',
]);

/** A pattern must limit the length (arm-ttk, Textboxes-Are-Well-Formed). */
const BOUNDED = /\{\d+(?:,\d*)?\}/;

/**
 * The violations of the marketplace's tests in the wizard, as sentences that name the element. The
 * deployment cannot register the `providers` of the template in the customer's subscription, so the wizard
 * asks for all of them (Microsoft Learn, CreateUiDefinition.json, Config).
 */
export function wizardViolations(wizard: unknown, providers: readonly string[] = []): string[] {
  const { config, basics, steps, outputs } = Wizard.parse(wizard).parameters;
  const { resourceProviders } = config.basics.subscription;
  const elements = [...basics, ...steps.flatMap((step) => step.elements)];
  const empty = Object.entries(outputs).filter(([, value]) => value === '' || value === null);
  return [
    ...providers
      .filter((provider) => !resourceProviders.includes(provider))
      .map((provider) => `config.basics.subscription.resourceProviders: ${provider} is missing`),
    ...empty.map(([name]) => `outputs.${name}: is empty`),
    ...elements.flatMap(({ name, type, toolTip, constraints }) => [
      ...(!WITHOUT_TOOL_TIP.has(type) && !toolTip ? [`${name}: has no toolTip`] : []),
      ...(type === 'Microsoft.Common.TextBox' && !BOUNDED.test(constraints?.regex ?? '')
        ? [`${name}: has a pattern without a length`]
        : []),
      ...(constraints?.regex !== undefined && !constraints.validationMessage
        ? [`${name}: has a pattern without a message`]
        : []),
    ]),
    ...(outputs['location'] === '[location()]' ? [] : ['outputs.location: is not [location()]']),
  ];
}

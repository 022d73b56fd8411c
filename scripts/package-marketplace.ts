import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { findBicep } from './infra/bicep-cli.ts';
import { providersIn, templateViolations } from './infra/template-rules.ts';
import { wizardViolations } from './infra/wizard-rules.ts';
import { zip } from './zip.ts';

const ROOT = dirname(import.meta.dirname);
const INFRA = join(ROOT, 'infra');

const { values } = parseArgs({
  options: {
    /** The publisher's control plane. Without it the wizard omits the URL and the audience. */
    'control-plane-url': { type: 'string' },
    'control-plane-audience': { type: 'string' },
    /** The plan of the offer, which the customer then cannot choose. Without it the wizard asks. */
    plan: { type: 'string' },
    /** For a definition in the publisher's own tenant, where role assignments name no other tenant. */
    'own-tenant': { type: 'boolean', default: false },
    /** The runtime's package, and the output folder. */
    runtime: { type: 'string', default: join(ROOT, 'dist/runtime.zip') },
    out: { type: 'string', default: join(ROOT, 'dist') },
  },
});

/** The compiled template of the managed application; undefined without Bicep. */
function mainTemplate(): string | undefined {
  const compiled = findBicep()?.build(join(INFRA, 'main.bicep'));
  if (compiled && !compiled.ok) throw new Error(`The template was not compiled.\n${compiled.diagnostics}`);
  return compiled?.json;
}

interface Wizard {
  parameters: {
    basics: readonly { name: string; constraints: { allowedValues?: readonly { value: string }[] } }[];
    outputs: Record<string, string>;
  };
}

/** The wizard with the publisher's choices, which customers cannot change. */
function wizard(): unknown {
  const ui = JSON.parse(readFileSync(join(INFRA, 'marketplace/createUiDefinition.json'), 'utf8')) as Wizard;
  const { basics, outputs } = ui.parameters;
  const { 'control-plane-url': controlPlaneUrl, 'control-plane-audience': controlPlaneAudience } = values;
  // The marketplace refuses empty outputs.
  if (controlPlaneUrl) Object.assign(outputs, { controlPlaneUrl });
  if (controlPlaneAudience) Object.assign(outputs, { controlPlaneAudience });
  if (values['own-tenant']) delete outputs['crossTenant'];
  if (values.plan !== undefined) {
    const known = basics.find(({ name }) => name === 'planId')?.constraints.allowedValues ?? [];
    if (!known.some(({ value }) => value === values.plan)) {
      throw new Error(`--plan is one of ${known.map(({ value }) => value).join(', ')}.`);
    }
    ui.parameters.basics = basics.filter(({ name }) => name !== 'planId');
    outputs['planId'] = values.plan;
  }
  return ui;
}

const template = mainTemplate();
const compiled: unknown = template === undefined ? undefined : JSON.parse(template);
const ui = wizard();
const refused = [...templateViolations(compiled), ...wizardViolations(ui, providersIn(compiled))];
if (refused.length > 0) throw new Error(`The marketplace would refuse the package.\n${refused.join('\n')}`);

const files = new Map<string, Uint8Array>([
  ['createUiDefinition.json', Buffer.from(JSON.stringify(ui, undefined, 2))],
  ['viewDefinition.json', readFileSync(join(INFRA, 'marketplace/viewDefinition.json'))],
  // One-deploy on Flex Consumption requires this file name.
  ['released-package.zip', readFileSync(values.runtime)],
]);
if (template !== undefined) files.set('mainTemplate.json', Buffer.from(template));
const name = template !== undefined ? 'marketplace.zip' : 'marketplace.incomplete.zip';
writeFileSync(join(values.out, name), zip(files));
process.stdout.write(
  template !== undefined
    ? `${name}\n`
    : `${name}: without mainTemplate.json, since there is no Bicep CLI here.\n`,
);

import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { az } from './azure-cli.ts';
import { withLiveSettings, type Parameters } from './live-settings.ts';

/**
 * The parameters for an update of a deployment, so that it keeps what is live: those of the last deployment
 * with the settings of the app over them. It shows the difference, and writes the parameter file only with
 * `--out`. It changes nothing in Azure (docs/upgrade.md, Update a marketplace customer).
 *
 *     node scripts/infra/update-parameters.ts --resource-group <managed group> [--out update.parameters.json]
 */
const { values } = parseArgs({
  options: {
    'resource-group': { type: 'string', default: '' },
    subscription: { type: 'string' },
    out: { type: 'string' },
  },
});
const subscription = values.subscription === undefined ? [] : ['--subscription', values.subscription];
const scope = ['--resource-group', values['resource-group'], ...subscription];

/** The used fields of the Azure CLI's output. */
type Given = Record<string, { value?: unknown }>;
interface Deployment {
  name: string;
  properties: { timestamp: string; provisioningState: string; parameters: Given | null };
}
type Setting = Readonly<{ name: string; value: string }>;

const say = (text: string) => process.stdout.write(`${text}\n`);

/** The values of parameters. Secure ones are missing. */
const valuesOf = (given: Given | null | undefined): Parameters =>
  Object.fromEntries(
    Object.entries(given ?? {}).flatMap(([name, { value }]) => (value === undefined ? [] : [[name, value]])),
  );

/** The application's parameters from the wizard, overridden by the resource group's last deployment. */
function deployedParameters(): Parameters {
  const group = az('group', 'show', '--name', values['resource-group'], ...subscription) as
    { managedBy?: string | null } | undefined;
  const application = group?.managedBy
    ? (az('managedapp', 'show', '--ids', group.managedBy) as { parameters?: Given } | undefined)
    : undefined;
  const [last] = ((az('deployment', 'group', 'list', ...scope) ?? []) as Deployment[])
    .filter(({ properties: { provisioningState, parameters } }) => {
      // Modules are deployments as well. Only the main template has both parameters.
      const names = Object.keys(parameters ?? {});
      return provisioningState === 'Succeeded' && names.includes('planId') && names.includes('retentionDays');
    })
    .toSorted((a, b) => b.properties.timestamp.localeCompare(a.properties.timestamp));
  return { ...valuesOf(application?.parameters), ...valuesOf(last?.properties.parameters) };
}

/** The app settings by name. */
function liveSettings(): Record<string, string> {
  const [app] = (az('functionapp', 'list', ...scope) ?? []) as { name: string }[];
  if (!app) throw new Error(`There is no app in ${values['resource-group']} that this sign-in can see.`);
  const settings = az('functionapp', 'config', 'appsettings', 'list', '--name', app.name, ...scope);
  if (!settings) {
    throw new Error('The settings of the app cannot be read: is the just-in-time access still active?');
  }
  return Object.fromEntries((settings as Setting[]).map(({ name, value }) => [name, value]));
}

const main = readFileSync(new URL('../../infra/main.bicep', import.meta.url), 'utf8');
const known = new Set(Array.from(main.matchAll(/^param (\w+) /gm), ([, name = '']) => name));

try {
  if (values['resource-group'] === '') throw new Error('Name the group: --resource-group <managed group>');
  const deployed = deployedParameters();
  if (Object.keys(deployed).length === 0) {
    throw new Error(
      'Neither the application nor a deployment of the group has parameters: is it the managed group?',
    );
  }
  const { parameters, changes, lost } = withLiveSettings(deployed, liveSettings(), known);
  say(
    changes.length === 0
      ? 'Nothing was changed since the last deployment.'
      : 'Changed since the last deployment, and kept:',
  );
  for (const { name, deployed: before, live } of changes) {
    say(`  ${name}: ${JSON.stringify(before)} -> ${JSON.stringify(live)}`);
  }
  if (lost.length > 0) say(`Not kept, the update removes or resets them: ${lost.join(', ')}`);
  if (values.out === undefined) {
    say('Nothing was written. With --out <file> the parameter file is.');
  } else {
    const file = {
      $schema: 'https://schema.management.azure.com/schemas/2019-04-01/deploymentParameters.json#',
      contentVersion: '1.0.0.0',
      parameters: Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, { value }])),
    };
    writeFileSync(values.out, `${JSON.stringify(file, undefined, 2)}\n`, { mode: 0o600 });
    say(`Written: ${values.out}`);
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : 'It failed.'}\n`);
  process.exitCode = 1;
}

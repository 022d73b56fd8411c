import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { KNOWN_MODELS } from '../../src/spending/rules/models.ts';
import { az, azdSubscription } from './azure-cli.ts';
import { budgetStart, existingStart } from './budget-start.ts';
import { choicesIn, refusalOf, type OfferedModel, type Quota } from './model-choices.ts';

/**
 * Runs before provisioning: checks the region's models and their quota, and fails if the selected model
 * cannot be deployed there. As the `preprovision` hook of azd (`--azd`) it also stores the start of the
 * budget, if an address for its e-mails is set. `npm run check:model -- --location <region>` runs only the
 * model check. It uses no packages, because `node_modules` may be missing.
 */
const main = readFileSync(new URL('../../infra/main.bicep', import.meta.url), 'utf8');
const byDefault = (parameter: string) =>
  new RegExp(`^param ${parameter} \\w+ = '?([^'\\n]*)'?$`, 'm').exec(main)?.[1] ?? '';
const say = (text: string) => process.stdout.write(`${text}\n`);

const setting = (name: string, parameter = '') => process.env[name] || byDefault(parameter);
const { values } = parseArgs({
  options: {
    azd: { type: 'boolean', default: false },
    /** For the control plane, which has a budget but no model. */
    'without-model': { type: 'boolean', default: false },
    location: { type: 'string', default: setting('AZURE_LOCATION') },
    model: { type: 'string', default: setting('MODEL_NAME', 'modelName') },
    version: { type: 'string', default: setting('MODEL_VERSION', 'modelVersion') },
    type: { type: 'string', default: setting('MODEL_DEPLOYMENT_TYPE', 'modelDeploymentType') },
    capacity: { type: 'string', default: setting('MODEL_CAPACITY', 'modelCapacity') },
    embedding: { type: 'string', default: setting('EMBEDDING_MODEL_NAME', 'embeddingModelName') },
  },
});

function checkModel(): void {
  const { location, model: name, version, type: deploymentType } = values;
  if (location === '') {
    say('No region is set, so its models are not checked: azd env set AZURE_LOCATION <region>');
    return;
  }
  const ask = (what: string) =>
    az('cognitiveservices', what, 'list', '--location', location, ...azdSubscription());
  const offered = ask('model') as OfferedModel[] | undefined;
  const quotas = ask('usage') as Quota[] | undefined;
  if (!offered || !quotas) {
    say(`The models of ${location} are not checked. That needs the Azure CLI, signed in (az login), and the`);
    say('provider of models: az provider register --namespace Microsoft.CognitiveServices');
    return;
  }
  const embedding = {
    name: values.embedding,
    version: setting('EMBEDDING_MODEL_VERSION', 'embeddingModelVersion'),
    deploymentType: setting('EMBEDDING_DEPLOYMENT_TYPE') || deploymentType,
    capacity: Number(setting('EMBEDDING_CAPACITY', 'embeddingCapacity')),
  };
  const names = new Set([name, ...KNOWN_MODELS.map((known) => known.name), embedding.name]);
  const choices = choicesIn(offered, quotas, [...names]);
  say(`Models in ${location}, with the quota in thousand tokens a minute:`);
  for (const one of choices) {
    say(`  ${one.name} ${one.version} ${one.deploymentType}: ${one.left} of ${one.limit} left`);
  }
  const refusal = refusalOf({ name, version, deploymentType, capacity: Number(values.capacity) }, choices);
  const withoutEmbedding = embedding.name === 'none' ? undefined : refusalOf(embedding, choices);
  if (withoutEmbedding !== undefined) {
    say(`${withoutEmbedding} A smaller EMBEDDING_CAPACITY may fit;`);
    say('`azd env set EMBEDDING_MODEL_NAME none` leaves the search by meaning out.');
    process.exitCode = 1;
  }
  if (refusal === undefined) return;
  say(
    `${refusal} Choose one of the list (MODEL_NAME, MODEL_VERSION, MODEL_DEPLOYMENT_TYPE, MODEL_CAPACITY),`,
  );
  say(
    'another region, or ask for quota: https://aka.ms/oai/stuquotarequest. docs/deploy.md, Choose the model.',
  );
  process.exitCode = 1;
}

/** The budget is on if an e-mail address is set and the amount is not 0. */
function keepBudgetStart(): void {
  const { ALERT_EMAIL: mail, MONTHLY_BUDGET: amount, AZURE_RESOURCE_GROUP: group } = process.env;
  if (!mail || amount === '0') return;
  const stored = process.env['BUDGET_START'] ?? '';
  const start = budgetStart({
    stored,
    existing: group ? existingStart(group, values['without-model'] ? 'control-plane' : 'chat') : undefined,
    nowMs: Date.now(),
  });
  if (start !== stored) spawnSync('azd', ['env', 'set', 'BUDGET_START', start], { stdio: 'inherit' });
}

/**
 * azd puts a variable into the text of a JSON file without escaping it. Objects are JSON themselves
 * (`MODEL_PRICES`, `EXTRA_SETTINGS`, `TAGS`).
 */
function checkQuotes(): void {
  const file = readFileSync(new URL('../../infra/main.parameters.json', import.meta.url), 'utf8');
  const names = Array.from(file.matchAll(/"\$\{(\w+)\}"/g), ([, name = '']) => name);
  const objects = Array.from(main.matchAll(/^param (\w+) object /gm), ([, name = '']) => name);
  const isObject = (variable: string) =>
    objects.some((name) => name.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toUpperCase() === variable);
  for (const name of names.filter((one) => !isObject(one) && /["\\]/.test(process.env[one] ?? ''))) {
    say(`${name} has a " or a \\, which azd cannot pass on: azd env set ${name} <a value without it>`);
    process.exitCode = 1;
  }
}

if (!values['without-model']) checkModel();
if (values.azd && !values['without-model']) checkQuotes();
if (values.azd) keepBudgetStart();

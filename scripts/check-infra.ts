import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { BICEP_VERSION, findBicep, type CompileResult } from './infra/bicep-cli.ts';
import { providersIn, templateViolations } from './infra/template-rules.ts';
import { wizardViolations } from './infra/wizard-rules.ts';

/**
 * `npm run check:infra`: compiles all templates and parameter files with Bicep and allows no diagnostics of
 * the compiler or linter (infra/bicepconfig.json). Checks the marketplace's rules as well. Fails in CI if the
 * pinned compiler is missing.
 */
const INFRA = join(dirname(import.meta.dirname), 'infra');
/** The environment variables of parameter files. */
const ENVIRONMENT = {
  ALLOWED_ORIGINS: 'https://www.example.com',
  ALERT_EMAIL: 'operations@example.com',
  BUDGET_START: '2026-01-01',
  REPORT_AUDIENCE: 'api://reports',
  CUSTOM_DOMAIN: 'chat.example.com',
};

const bicep = findBicep();
const problems: string[] = [];
/** The providers of the main template's resources; none without a compiler. */
let providers: string[] = [];

/** The template of a parameter file. */
const templateOf = (name: string) => /^using '\.\/(.+)'$/m.exec(readFileSync(join(INFRA, name), 'utf8'))?.[1];

function check(name: string, { ok, json, diagnostics }: CompileResult): void {
  if (diagnostics !== '') problems.push(diagnostics);
  else if (!ok) problems.push(`${name}: was not compiled`);
  if (!ok) return;
  const template: unknown = JSON.parse(json);
  problems.push(...templateViolations(template).map((one) => `${name}: ${one}`));
  if (templateOf(name) === 'main.bicep') providers = providersIn(template);
}

if (bicep) {
  // Not compiled separately, because a parameter file is compiled with its template, which takes seconds.
  const parameters = globSync('*.bicepparam', { cwd: INFRA }).toSorted();
  const others = globSync('*.bicep', { cwd: INFRA }).filter(
    (name) => !parameters.some((file) => templateOf(file) === name),
  );
  for (const name of parameters) check(name, bicep.buildParams(join(INFRA, name), ENVIRONMENT));
  for (const name of others) check(name, bicep.build(join(INFRA, name)));
  const compiled = [...parameters.map((name) => `${name} with ${templateOf(name)}`), ...others];
  process.stdout.write(`${bicep.name} ${bicep.version}: ${compiled.join(', ')}\n`);
} else {
  process.stdout.write('There is no Bicep CLI here: the templates were not compiled.\n');
}
if (process.env['CI'] !== undefined && bicep?.version !== BICEP_VERSION) {
  problems.push(`Where CI is set, Bicep ${BICEP_VERSION} is needed (scripts/infra/install-bicep.ts).`);
}

const wizard: unknown = JSON.parse(readFileSync(join(INFRA, 'marketplace/createUiDefinition.json'), 'utf8'));
problems.push(...wizardViolations(wizard, providers).map((one) => `createUiDefinition.json: ${one}`));

process.stdout.write(problems.length === 0 ? 'No error, no warning.\n' : `${problems.join('\n')}\n`);
process.exitCode = problems.length === 0 ? 0 : 1;

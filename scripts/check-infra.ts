import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findBicep, type Compiled } from './infra/bicep-cli.ts';
import { templateViolations } from './infra/template-rules.ts';
import { wizardViolations } from './infra/wizard-rules.ts';

/**
 * `npm run check:infra`: compiles every template and parameter file with the real Bicep, whose linter has all
 * its rules at `error` (infra/bicepconfig.json). The results must be what the marketplace takes.
 */
const INFRA = join(dirname(import.meta.dirname), 'infra');
/** What parameter files read from the environment. */
const ENVIRONMENT = {
  ALLOWED_ORIGINS: 'https://www.example.com',
  ALERT_EMAIL: 'operations@example.com',
  BUDGET_START: '2026-01-01',
  REPORT_AUDIENCE: 'api://reports',
  CUSTOM_DOMAIN: 'chat.example.com',
};

const bicep = findBicep();
const problems: string[] = [];

function take(name: string, { ok, diagnostics }: Compiled): boolean {
  if (diagnostics !== '') problems.push(diagnostics);
  else if (!ok) problems.push(`${name}: was not compiled`);
  return ok;
}

if (bicep) {
  const templates = globSync('*.bicep', { cwd: INFRA }).toSorted();
  for (const name of templates) {
    const compiled = bicep.build(join(INFRA, name));
    if (take(name, compiled)) {
      problems.push(...templateViolations(JSON.parse(compiled.json)).map((one) => `${name}: ${one}`));
    }
  }
  const parameters = globSync('*.bicepparam', { cwd: INFRA }).toSorted();
  for (const name of parameters) take(name, bicep.buildParams(join(INFRA, name), ENVIRONMENT));
  process.stdout.write(`${bicep.name}: ${[...templates, ...parameters].join(', ')}\n`);
} else {
  process.stdout.write('There is no Bicep CLI here: the templates were not compiled.\n');
}

const wizard: unknown = JSON.parse(readFileSync(join(INFRA, 'marketplace/createUiDefinition.json'), 'utf8'));
problems.push(...wizardViolations(wizard).map((one) => `createUiDefinition.json: ${one}`));

process.stdout.write(problems.length === 0 ? 'No error, no warning.\n' : `${problems.join('\n')}\n`);
process.exitCode = problems.length === 0 ? 0 : 1;

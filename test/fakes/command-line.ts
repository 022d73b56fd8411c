import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Command-line tools of the docs for a shell that runs their blocks: each records how it was called, prints
 * `value`, and succeeds, so that a shell reaches every command. `refusalOf` then says whether the real `az`
 * or `azd` would refuse a call.
 */
const RECORDED = ['az', 'azd', 'npm', 'npx', 'node', 'git', 'curl', 'jq', 'openssl', 'gh', 'sqlite3'];
const REAL = ['cat', 'grep', 'rm', 'sed', 'tail'];
const SCRIPT = `#!/bin/sh
{ printf '%s' "\${0##*/}"; for one in "$@"; do printf '\\037%s' "$one"; done; printf '\\036'; } >> "\${0%/*}/calls"
echo value
`;

/** Puts the tools into a folder for `PATH`, which has no other tools. */
export function commandLine(folder: string) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'calls'), '');
  for (const name of RECORDED) {
    writeFileSync(join(folder, name), SCRIPT);
    chmodSync(join(folder, name), 0o755);
  }
  for (const name of REAL) symlinkSync(join('/bin', name), join(folder, name));
  return {
    calls: (): string[][] =>
      readFileSync(join(folder, 'calls'), 'utf8')
        .split('\u001e')
        .filter((call) => call !== '')
        .map((call) => call.split('\u001f')),
  };
}

/**
 * Commands of the Azure CLI with their options (learn.microsoft.com/cli/azure/reference-index): `--one` takes
 * a value, `--many…` takes several, `--flag!` takes none, and brackets mark an option that may be left out.
 */
const AZ: Readonly<Record<string, string>> = {
  'account set': '--subscription',
  'account show': '',
  'ad app create': '--display-name [--sign-in-audience] [--identifier-uris…]',
  'ad app update': '--id [--identifier-uris…]',
  'ad app federated-credential create': '--id --parameters',
  'ad signed-in-user show': '',
  'ad sp create': '--id',
  'bicep upgrade': '',
  'bicep version': '',
  'cognitiveservices account deployment delete': '--resource-group --name --deployment-name',
  'cognitiveservices account deployment list': '--resource-group --name',
  'cognitiveservices account list': '[--resource-group]',
  'communication email domain initiate-verification':
    '--resource-group --email-service-name --domain-name --verification-type',
  'communication email domain show': '--resource-group --email-service-name --domain-name',
  'communication email list': '[--resource-group]',
  'communication list': '[--resource-group]',
  'consumption budget delete': '--budget-name [--resource-group]',
  'cosmosdb delete': '--resource-group --name [--yes!]',
  'cosmosdb list': '[--resource-group]',
  'cosmosdb restore':
    '--resource-group --account-name --target-database-account-name --restore-timestamp --location',
  'cosmosdb sql role assignment create':
    '--resource-group --account-name --role-definition-id --scope --principal-id',
  'deployment group create': '--resource-group [--name] [--template-file] [--parameters…]',
  'deployment group show': '--resource-group --name',
  'deployment group what-if': '--resource-group [--name] [--template-file] [--parameters…]',
  'eventgrid system-topic create': '--resource-group --name --location --topic-type --source',
  'eventgrid system-topic event-subscription create':
    '--resource-group --system-topic-name --name [--endpoint] [--included-event-types…] [--advanced-filter…]',
  'eventgrid topic create': '--resource-group --name --location [--input-schema]',
  'eventgrid topic show': '--resource-group --name',
  'extension add': '--name [--upgrade!]',
  'functionapp config appsettings list': '--resource-group --name',
  'functionapp config appsettings set': '--resource-group --name [--settings…]',
  'functionapp config hostname add': '--resource-group --name --hostname',
  'functionapp config hostname delete': '--resource-group --name --hostname',
  'functionapp config ssl upload': '--resource-group --name --certificate-file --certificate-password',
  'functionapp deployment source config-zip': '--resource-group --name --src',
  'functionapp list': '[--resource-group]',
  'functionapp list-flexconsumption-locations': '[--runtime] [--zone-redundant]',
  'functionapp restart': '--resource-group --name',
  'functionapp show': '--resource-group --name',
  'functionapp start': '--resource-group --name',
  'functionapp stop': '--resource-group --name',
  'group create': '--name --location',
  'group delete': '--name [--yes!]',
  'group show': '--name',
  'identity list': '[--resource-group]',
  'keyvault list': '[--resource-group]',
  'keyvault secret recover': '--vault-name --name',
  'keyvault secret set': '--vault-name --name [--value]',
  'lock delete': '--name [--resource-group]',
  login: '[--tenant]',
  'managedapp list': '[--resource-group]',
  'managedapp show': '--ids…',
  'monitor app-insights component show': '[--resource-group] [--app]',
  'monitor app-insights query': '--app --analytics-query [--resource-group] [--offset]',
  'monitor action-group create': '--resource-group --name [--short-name] [--action…]',
  'monitor action-group show': '--resource-group --name',
  'monitor log-analytics workspace list': '[--resource-group]',
  'monitor log-analytics workspace table update':
    '--resource-group --workspace-name --name [--retention-time] [--total-retention-time]',
  'monitor metrics list': '--resource [--metric] [--filter]',
  'provider register': '--namespace [--wait!]',
  'provider show': '--namespace',
  'resource show': '[--resource-group] [--name] [--resource-type] [--ids…]',
  rest: '--url [--method] [--body]',
  'role assignment create': '--role --scope [--assignee] [--assignee-object-id] [--assignee-principal-type]',
  'role assignment list':
    '[--assignee] [--scope] [--resource-group] [--all!] [--include-groups!] [--include-inherited!]',
  'security pricing create': '--name --tier [--subplan] [--extensions…]',
  'storage account create': '--resource-group --name [--allow-blob-public-access]',
  'storage account show': '--resource-group --name',
  'storage blob generate-sas':
    '--account-name --container-name --name [--permissions] [--expiry] [--as-user!] [--auth-mode] [--full-uri!]',
  'storage blob upload': '--account-name --container-name --name --file [--auth-mode]',
  'storage container create': '--account-name --name [--auth-mode]',
  version: '',
  'webpubsub list': '[--resource-group]',
};
const OF_EVERY_AZ = ' [--query] [--output] [--subscription]';

/** Commands of the Azure Developer CLI, with the number of their arguments. */
const AZD: Readonly<Record<string, { positional: number; options?: string }>> = {
  'auth login': { positional: 0 },
  'config set': { positional: 2 },
  deploy: { positional: 0 },
  down: { positional: 0, options: '[--purge!] [--environment]' },
  'env get-value': { positional: 1 },
  'env get-values': { positional: 0, options: '[--environment]' },
  'env new': { positional: 1 },
  'env refresh': { positional: 0 },
  'env select': { positional: 1 },
  'env set': { positional: 2 },
  provision: { positional: 0, options: '[--no-state!]' },
  up: { positional: 0 },
  version: { positional: 0 },
};
const OF_EVERY_AZD = ' [--cwd]';

/** The reason for which `az` or `azd` would refuse a call; undefined if it would not. */
export function refusalOf([tool = '', ...given]: readonly string[]): string | undefined {
  if (tool !== 'az' && tool !== 'azd') return undefined;
  const start = tool === 'azd' && given[0] === '--cwd' ? 2 : 0;
  const words = given.slice(start);
  const names = Object.keys(tool === 'az' ? AZ : AZD).toSorted((one, other) => other.length - one.length);
  const name = names.find((one) => one.split(' ').every((word, at) => words[at] === word));
  if (name === undefined) return `${tool} has no such command: ${words.slice(0, 4).join(' ')}`;
  const rest = [...given.slice(0, start), ...words.slice(name.split(' ').length)];
  const { positional, options = '' } =
    tool === 'az' ? { positional: 0, options: AZ[name] } : (AZD[name] ?? { positional: 0 });
  const problem = argumentProblem(
    rest,
    `${options}${tool === 'az' ? OF_EVERY_AZ : OF_EVERY_AZD}`,
    positional,
  );
  return problem && `${tool} ${name}: ${problem}`;
}

/** The most values of an option, by its mark. */
const MOST: Readonly<Record<string, number>> = { '!': 0, '…': Infinity, '': 1 };

function argumentProblem(given: readonly string[], options: string, positional: number): string | undefined {
  const known = new Map(
    Array.from(options.matchAll(/(\[?)(--[\w-]+)([…!]?)/g), ([, optional, name = '', kind]) => [
      name,
      {
        required: optional === '',
        least: kind === '!' ? 0 : 1,
        most: MOST[kind ?? ''] ?? 1,
      },
    ]),
  );
  const seen = new Set<string>();
  let loose = 0;
  let current: { name: string; least: number; most: number; count: number } | undefined;
  const lacks = () => (current && current.count < current.least ? `${current.name} has no value` : undefined);
  for (const one of given) {
    if (/^--\w/.test(one)) {
      const option = known.get(one);
      if (option === undefined) return `unknown option ${one}`;
      if (lacks() !== undefined) return lacks();
      seen.add(one);
      current = { name: one, count: 0, ...option };
    } else if (one === '') {
      return `an empty value after ${current?.name ?? 'the command'}`;
    } else if (current && current.count < current.most) {
      current.count += 1;
    } else {
      loose += 1;
    }
  }
  if (lacks() !== undefined) return lacks();
  if (loose !== positional) return `${loose} arguments instead of ${positional}`;
  const missing = Array.from(known).filter(([name, { required }]) => required && !seen.has(name));
  return missing.length > 0 ? `${missing.map(([name]) => name).join(', ')} is missing` : undefined;
}

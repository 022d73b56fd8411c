import { parseArgs } from 'node:util';
import { az } from './azure-cli.ts';

/** The used fields of `Microsoft.Consumption/budgets`. */
interface Budgets {
  value: readonly { name: string; properties: { timePeriod: { startDate: string } } }[];
}

interface BudgetFacts {
  /** The date that azd's environment stores, as yyyy-MM-dd. */
  stored: string;
  /** The start of the existing budget; empty if there is no budget, undefined if the request failed. */
  existing: string | undefined;
  nowMs: number;
}

/**
 * The date for `budgetStart`. The platform refuses to change an existing budget's start, and a new start
 * before the current month (github.com/Azure/azure-quickstart-templates issue 7095).
 */
export function budgetStart({ stored, existing, nowMs }: BudgetFacts): string {
  const thisMonth = `${new Date(nowMs).toISOString().slice(0, 7)}-01`;
  return (existing ?? stored) || thisMonth;
}

/** The start of the resource group's budget; empty if there is no budget, undefined if the request failed. */
export function existingStart(group: string): string | undefined {
  const path = `/subscriptions/{subscriptionId}/resourceGroups/${group}/providers/Microsoft.Consumption/budgets`;
  const found = az('rest', '--method', 'get', '--url', `${path}?api-version=2023-05-01`) as
    Budgets | undefined;
  const [own] = found?.value.filter(({ name }) => name.startsWith('budget-chat-')) ?? [];
  return found && (own?.properties.timePeriod.startDate.slice(0, 10) ?? '');
}

// `npm run --silent budget:start -- --resource-group chat` prints it.
if (import.meta.main) {
  const { values } = parseArgs({ options: { 'resource-group': { type: 'string', default: '' } } });
  const existing = existingStart(values['resource-group']);
  process.stdout.write(`${budgetStart({ stored: '', existing, nowMs: Date.now() })}\n`);
}

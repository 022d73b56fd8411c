import { parseArgs } from 'node:util';
import { az, azdSubscription } from './azure-cli.ts';

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

/** The budgets of the two templates, which can share a resource group. */
export type BudgetOwner = 'chat' | 'control-plane';

/** The beginning of a budget's name, as the templates give it. */
export const budgetPrefix = (owner: BudgetOwner) => `budget-${owner}-`;

/** The start of the template's budget; empty if there is no budget, undefined if the request failed. */
export function existingStart(group: string, owner: BudgetOwner): string | undefined {
  const path = `/subscriptions/{subscriptionId}/resourceGroups/${group}/providers/Microsoft.Consumption/budgets`;
  const url = `${path}?api-version=2023-05-01`;
  const found = az('rest', '--method', 'get', '--url', url, ...azdSubscription()) as Budgets | undefined;
  const own = found?.value.find(({ name }) => name.startsWith(budgetPrefix(owner)));
  return found && (own?.properties.timePeriod.startDate.slice(0, 10) ?? '');
}

// `npm run --silent budget:start -- --resource-group chat` prints it, with `--control-plane` that one's.
if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      'resource-group': { type: 'string', default: '' },
      'control-plane': { type: 'boolean', default: false },
    },
  });
  const existing = existingStart(
    values['resource-group'],
    values['control-plane'] ? 'control-plane' : 'chat',
  );
  process.stdout.write(`${budgetStart({ stored: '', existing, nowMs: Date.now() })}\n`);
}

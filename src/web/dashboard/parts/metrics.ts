import type { Figures } from '../../../conversations/records/figures.ts';
import type { OverviewReply } from '../../../admin/wire/admin.ts';
import { formatAxisMoney, formatCompact, formatCost, formatCount, formatMoney } from '../../ui/format.ts';

export type Bucket = OverviewReply['buckets'][number];

export interface Metric {
  id: 'cost' | 'conversations' | 'messages' | 'tokens';
  name: string;
  of(figures: Pick<Figures, 'cost' | 'conversations' | 'messages' | 'inputTokens' | 'outputTokens'>): number;
  /** Whether it counts things, which have no fractions. */
  isCount: boolean;
  /** Formats a value for a sentence. */
  format(value: number): string;
  /** Formats a value for narrow places. */
  short(value: number): string;
  /** Formats a value on an axis with steps of `step`. */
  axis(value: number, step: number): string;
}

const COUNT = { isCount: true, format: formatCount, short: formatCompact, axis: formatCompact };

const COST: Metric = {
  id: 'cost',
  name: 'Cost',
  of: ({ cost }) => cost,
  isCount: false,
  format: formatMoney,
  short: formatMoney,
  axis: formatAxisMoney,
};

/** The cost as one figure; calls without a price are named only if no call has one. */
export const costText = ({ cost, unpricedCalls }: Pick<Figures, 'cost' | 'unpricedCalls'>): string =>
  formatCost({ cost, unpricedCalls: cost === 0 ? unpricedCalls : 0 });

/** The metrics of a chart; the first one is shown by default. */
export type Metrics = readonly [Metric, ...Metric[]];

/** Use of the chat, on the overview. */
export const USE_METRICS: Metrics = [
  { id: 'conversations', name: 'Conversations', of: ({ conversations }) => conversations, ...COUNT },
  { id: 'messages', name: 'Messages', of: ({ messages }) => messages, ...COUNT },
];

/** Use of the language model. */
export const COST_METRICS: Metrics = [
  COST,
  {
    id: 'tokens',
    name: 'Tokens',
    of: ({ inputTokens, outputTokens }) => inputTokens + outputTokens,
    ...COUNT,
  },
];

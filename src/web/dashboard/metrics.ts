import type { Figures } from '../../domain/records/figures.ts';
import type { OverviewReply } from '../../wire/admin.ts';
import { formatAxisMoney, formatCompact, formatCount, formatMoney } from '../ui/format.ts';

export type Bucket = OverviewReply['buckets'][number];

/** A metric of the chart. */
export interface Metric {
  id: 'cost' | 'conversations' | 'messages' | 'tokens';
  name: string;
  of(figures: Pick<Figures, 'cost' | 'conversations' | 'messages' | 'inputTokens' | 'outputTokens'>): number;
  /** Formats a value for a sentence. */
  format(value: number): string;
  /** Formats a value for narrow places. */
  short(value: number): string;
  /** Formats a value on an axis with steps of `step`. */
  axis(value: number, step: number): string;
}

const COUNT_FORMATS = { format: formatCount, short: formatCompact, axis: formatCompact };

export const METRICS: readonly [Metric, ...Metric[]] = [
  {
    id: 'cost',
    name: 'Cost',
    of: ({ cost }) => cost,
    format: formatMoney,
    short: formatMoney,
    axis: formatAxisMoney,
  },
  { id: 'conversations', name: 'Conversations', of: ({ conversations }) => conversations, ...COUNT_FORMATS },
  { id: 'messages', name: 'Messages', of: ({ messages }) => messages, ...COUNT_FORMATS },
  {
    id: 'tokens',
    name: 'Tokens',
    of: ({ inputTokens, outputTokens }) => inputTokens + outputTokens,
    ...COUNT_FORMATS,
  },
];

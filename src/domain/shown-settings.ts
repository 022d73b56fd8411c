import type { Prices } from './cost.ts';
import type { RateLimits } from './rate-limit.ts';

/** The settings on the dashboard: never a secret, an endpoint or a connection. */
export interface ShownSettings {
  /** `['*']` where any site may embed the chat. */
  allowedOrigins: string[];
  assistantName: string;
  model: 'azure-openai' | 'openai' | 'knowledge';
  identity: 'entra' | 'local';
  publisher: 'http' | 'off';
  planId: string;
  seatWindowDays: number;
  dailyTokenBudget: number;
  prices: Partial<Prices>;
  limits: RateLimits;
  /** 0: conversations are kept for ever. */
  retentionDays: number;
}

/** The issuer of the identity tokens of the example bicycle shop. */
export const SHOP_ISSUER = 'https://harbour-cycles.example';

/** The customer who can sign in at the shop. */
export const CUSTOMER = {
  id: 'customer-2041',
  name: 'Mia Jensen',
  email: 'mia.jensen@harbour-cycles.example',
  number: 'K-2041',
} as const;

export interface ShopOrder {
  number: string;
  /** The customer's number. */
  customer: string;
  item: string;
  state: 'in preparation' | 'sent' | 'delivered' | 'canceled';
  /** `YYYY-MM-DD`. */
  deliveryDate: string;
}

const DAY_MS = 24 * 60 * 60_000;

/** The date in UTC (`YYYY-MM-DD`), a number of days after a time. */
export const dayAfter = (nowMs: number, days: number): string =>
  new Date(nowMs + days * DAY_MS).toISOString().slice(0, 10);

/** The shop's initial orders: two of the customer, and one of another customer. */
export function firstOrders(nowMs: number): ShopOrder[] {
  return [
    {
      number: '10423',
      customer: CUSTOMER.number,
      item: 'Tern e-bike, size M',
      state: 'in preparation',
      deliveryDate: dayAfter(nowMs, 6),
    },
    {
      number: '10391',
      customer: CUSTOMER.number,
      item: 'Helmet and lights',
      state: 'sent',
      deliveryDate: dayAfter(nowMs, 1),
    },
    {
      number: '10388',
      customer: 'K-1187',
      item: 'Quay city bicycle, size L',
      state: 'in preparation',
      deliveryDate: dayAfter(nowMs, 4),
    },
  ];
}

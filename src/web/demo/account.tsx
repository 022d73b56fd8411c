import { CUSTOMER } from './shop-orders.ts';
import type { Industry } from './industries.ts';

/** Whether a visitor of the demo site is signed in at a shop, or has just signed out. */
export type Account = 'signed-in' | 'signed-out' | 'none';

interface BrandProps {
  industry: Industry;
  account: Account;
  /** Links the name to the home page. Default: false. */
  linked?: boolean;
}

/** The name of a business, with the sign-in of its customers if it has one. */
export function Brand({ industry: { id, name, hasCustomer }, account, linked = false }: BrandProps) {
  return (
    <header class="brand">
      <i aria-hidden="true">{name.charAt(0)}</i>
      {linked ? <a href={`/${id}`}>{name}</a> : name}
      {hasCustomer && (
        <form
          class="account"
          method="post"
          action={`/${id}/${account === 'signed-in' ? 'sign-out' : 'sign-in'}`}
        >
          {account === 'signed-in' && <span>{CUSTOMER.name}</span>}
          <button>{account === 'signed-in' ? 'Sign out' : `Sign in as ${CUSTOMER.name}`}</button>
        </form>
      )}
    </header>
  );
}

/** The orders of a signed-in customer, with a question for the chat. */
export function YourOrders({ orders }: { orders: readonly { number: string; item: string }[] }) {
  return (
    <section class="orders" aria-labelledby="your-orders">
      <h2 id="your-orders">Your orders</h2>
      <ul>
        {orders.map(({ number, item }) => (
          <li key={number}>
            <strong>{number}</strong> {item}
          </li>
        ))}
      </ul>
      <button data-ask="Where is my order?">Where is my order?</button>
    </section>
  );
}

/** A script that identifies the visitor to the chat, or signs them out (docs/embed.md). */
export function accountScript(path: string): string {
  return `
  window.ChatWidget = window.ChatWidget || [];
  const { account } = document.currentScript.dataset;
  ChatWidget.push((chat) => {
    if (account === 'signed-out') chat.logout?.();
    else chat.identify?.(async () => {
      const response = await fetch('${path}', { method: 'POST' });
      if (!response.ok) throw new Error('You are signed out.');
      return await response.text();
    });
  });
`;
}

import { ILLUSTRATIONS } from './illustrations.tsx';
import { Brand, YourOrders, type Account } from './account.tsx';
import type { BusinessPage } from './business-pages.ts';
import { ChatTag } from './chat-tag.tsx';
import type { Industry } from './industries.ts';
import { Shell } from './shell.tsx';
import { CUSTOMER, firstOrders } from './shop-orders.ts';

interface IndustryPageProps {
  industry: Industry;
  serviceUrl: string;
  /** The registered widget of the industry. Without it the page uses the deployment's chat. */
  widgetId?: string | undefined;
  /** The business's other pages. */
  pages: readonly BusinessPage[];
  account: Account;
}

/** The home page of a business, with its chat. */
export function IndustryPage({ industry, serviceUrl, widgetId, pages, account }: IndustryPageProps) {
  const { id, name, palette, headline, lead, callToAction, offers, facts } = industry;
  return (
    <Shell title={name} path={`/${id}`} palette={palette}>
      <div class="page">
        <Brand industry={industry} account={account} />
        <main>
          <section class="hero">
            <div>
              <h1>{headline}</h1>
              <p>{lead}</p>
              <button data-ask="">{callToAction}</button>
            </div>
            {ILLUSTRATIONS[id]}
          </section>
          {industry.hasCustomer && account === 'signed-in' && (
            <YourOrders orders={firstOrders(0).filter(({ customer }) => customer === CUSTOMER.number)} />
          )}
          <section class="offers" aria-label="What we offer">
            {offers.map(({ title, text, price, question }) => (
              <article key={title}>
                <h2>{title}</h2>
                <p>{text}</p>
                <div>
                  <strong>{price}</strong>
                  <button data-ask={question} aria-label={`Ask about ${title}`}>
                    Ask
                  </button>
                </div>
              </article>
            ))}
          </section>
          <dl>
            {facts.map(({ title, text }) => (
              <div key={title}>
                <dt>{title}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
          {pages.length > 0 && (
            <nav class="more" aria-label={name}>
              {pages.map(({ slug, title }) => (
                <a key={slug} href={`/${id}/${slug}`}>
                  {title}
                </a>
              ))}
            </nav>
          )}
          <p class="about">
            {widgetId === undefined
              ? `${name} is a made-up business. The chat is the one of this deployment, with a look of its own.`
              : `${name} is a made-up business. Its chat is a registered widget with a look of its own, whose assistant reads these pages as a website; both can be changed in the dashboard, under Widgets and Knowledge.`}
          </p>
        </main>
      </div>
      <script src="/ask.js" />
      <ChatTag {...{ industry, serviceUrl, widgetId, account }} />
    </Shell>
  );
}

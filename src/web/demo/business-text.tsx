import { Brand, type Account } from './account.tsx';
import type { BusinessPage, PageBlock } from './business-pages.ts';
import { ChatTag } from './chat-tag.tsx';
import type { Industry } from './industries.ts';
import { Shell } from './shell.tsx';

interface BusinessTextProps {
  industry: Industry;
  page: BusinessPage;
  serviceUrl: string;
  widgetId?: string | undefined;
  account: Account;
}

export function BusinessText({ industry, page, serviceUrl, widgetId, account }: BusinessTextProps) {
  const { id, name, palette } = industry;
  return (
    <Shell title={`${page.title} – ${name}`} path={`/${id}`} palette={palette}>
      <div class="page">
        <Brand industry={industry} account={account} linked />
        <main class="text">
          {page.blocks.map((block, index) => (
            <Block key={index} block={block} id={`part-${index}`} />
          ))}
        </main>
      </div>
      <ChatTag {...{ industry, serviceUrl, widgetId, account }} />
    </Shell>
  );
}

/** Headings have ids, as targets of citations. */
function Block({ block, id }: { block: PageBlock; id: string }) {
  if (block.kind === 'text') return <p>{block.text}</p>;
  if (block.kind === 'heading') {
    return block.depth === 1 ? <h1>{block.text}</h1> : <h2 id={id}>{block.text}</h2>;
  }
  return (
    <ul>
      {block.items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  );
}

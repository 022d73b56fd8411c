import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { keyedMutex } from '../src/lib/concurrency.ts';
import { fieldsOf } from '../src/lib/fields.ts';
import { WidgetEdit } from '../src/widgets/records/widget.ts';
import type { Services } from '../src/compose.ts';
import type { Industry, WidgetOf } from '../src/web/demo/industries.ts';
import { businessPage, frontMatterOf, type PagesOf } from '../src/web/demo/business-pages.ts';
import { SHOP_ISSUER } from '../src/web/demo/shop-orders.ts';
import type { LocalShop } from './local-shop.ts';
import { shopActions } from './local-shop-actions.ts';

const editOf = fieldsOf(WidgetEdit);

/** The text pages of the demo site. `folder` contains a folder of documents per industry. */
export function demoPages(folder: string): PagesOf {
  return async ({ id }) => (await documentsOf(folder, id)).map((document) => businessPage(...document));
}

/** The documents of an industry, with their names. */
async function documentsOf(folder: string, id: string): Promise<(readonly [string, string])[]> {
  const names = (await readdir(join(folder, id))).filter((name) => name.endsWith('.md')).sort();
  return await Promise.all(
    names.map(async (name) => [name, await readFile(join(folder, id, name), 'utf8')] as const),
  );
}

type DemoServices = Pick<
  Services,
  'actions' | 'assistantDocuments' | 'assistants' | 'websiteSources' | 'widgets'
>;

/**
 * The registered widgets of the demo site's industries. Each has an assistant that reads the industry's pages
 * as a website. They are created when their page is first opened, are found by their domain afterwards, and
 * keep an admin's changes. `folder` contains documents and a logo per industry. `orderApi` is the API of the
 * shop whose customers can sign in; its assistant gets actions for it.
 */
export function demoWidgets(
  { actions, widgets, assistants, assistantDocuments, websiteSources }: DemoServices,
  folder: string,
  orderApi?: LocalShop['orderApi'],
): WidgetOf {
  const oneAtATime = keyedMutex();

  async function assistantOf({ id, name, chat, hasCustomer }: Industry, origin: string): Promise<string> {
    // Before anything is made: without the API, each visit of the page would make another assistant.
    const api = hasCustomer ? await orderApi?.() : undefined;
    const { id: assistantId } = await assistants.create({
      name,
      instructions: chat.instructions,
      greeting: chat.greeting,
      knowledge: { kind: 'documents' },
      handoff: 'when-unsure',
      isDefault: false,
    });
    for (const [document, markdown] of await documentsOf(folder, id)) {
      const words = frontMatterOf(markdown);
      if (words !== undefined) await assistantDocuments.put(assistantId, document, words);
    }
    await websiteSources.create({
      assistantId,
      address: `${origin}/${id}`,
      choices: {
        allowHttp: true,
        rules: [
          { pattern: '/*', read: false },
          { pattern: `/${id}/*`, read: true },
        ],
      },
      start: true,
    });
    if (api !== undefined) {
      for (const edit of shopActions(api)) await actions.create(assistantId, edit);
    }
    return assistantId;
  }

  async function made(industry: Industry, origin: string): Promise<string> {
    const { id, name, domain, palette, theme, chat, hasCustomer } = industry;
    const logo = await readFile(join(folder, id, 'logo.png'), 'base64');
    const { widget } = await widgets.create({
      name,
      primaryDomain: domain,
      allowedOrigins: [origin],
      assistantId: await assistantOf(industry, origin),
      ...(hasCustomer && orderApi && { siteLogin: { issuer: SHOP_ISSUER, claims: ['customer_number'] } }),
      branding: {
        title: chat.title,
        color: palette.accent,
        ...theme,
        suggestions: chat.suggestions,
        logo: `data:image/png;base64,${logo}`,
      },
    });
    return widget.id;
  }

  return (industry, origin) =>
    oneAtATime(industry.id, async () => {
      const known = (await widgets.list()).find(({ widget }) => widget.primaryDomain === industry.domain);
      if (!known) return await made(industry, origin);
      // Starts the order API's process with the page, also if the widget was created in an earlier run.
      if (industry.hasCustomer) await orderApi?.();
      const { widget, etag } = known;
      if (!widget.allowedOrigins.includes(origin)) {
        const allowedOrigins = [...widget.allowedOrigins, origin];
        await widgets.update(widget.id, { ...editOf(widget), allowedOrigins }, [etag]);
      }
      return widget.id;
    });
}

import { embedTag, tagAttributes, type TagBranding } from '../embed-tag.ts';

/** How to add the chat to one kind of site. */
interface Platform {
  name: string;
  /** The steps, in order. The second one uses the code. */
  steps: readonly string[];
  code: string;
}

/** The name of an attribute in `window.chatWidgetSettings`: `data-privacy-url` becomes `privacyUrl`. */
const optionOf = (attribute: string) =>
  attribute.replace('data-', '').replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** A JavaScript string in single quotes. It cannot close the surrounding script element. */
const quoteString = (value: string) =>
  `'${JSON.stringify(value)
    .slice(1, -1)
    .replaceAll(String.raw`\"`, '"')
    .replaceAll("'", String.raw`\'`)
    .replaceAll('<', String.raw`\u003c`)}'`;

/** The chat's options as an object literal. */
function options(branding: TagBranding, indent: string): string {
  const lines = tagAttributes(branding).map(
    ([attribute, value]) => `${indent}  ${optionOf(attribute)}: ${quoteString(value)},\n`,
  );
  return `{\n${lines.join('')}${indent}}`;
}

/** Tag managers remove `data-` attributes, so the options are set in the page. */
const inTagManager = (origin: string, branding: TagBranding) => `<script>
  window.chatWidgetSettings = ${options(branding, '  ')};
</script>
<script src="${origin}/api/widget.js" async></script>`;

const inWordPress = (tag: string) => `add_action('wp_footer', function () { ?>
${tag}
<?php });`;

const inNext = (origin: string, branding: TagBranding) => `import Script from 'next/script';

export default function RootLayout({ children }: { children: React.ReactNode }) {
  return (
    <html lang="en">
      <body>
        {children}
        <Script
          src="${origin}/api/widget.js"
          strategy="lazyOnload"
${tagAttributes(branding)
  .map(([name, value]) => `          ${name}={${quoteString(value)}}\n`)
  .join('')}        />
      </body>
    </html>
  );
}`;

const inReact = (origin: string, branding: TagBranding) => `import { useEffect, useState } from 'react';

const SRC = '${origin}/api/widget.js';
const SETTINGS: ChatWidgetSettings = ${options(branding, '')};

/** The chat is on the page while a component that calls this hook is mounted. */
export function useChatWidget() {
  const [chat, setChat] = useState<ChatWidget>();
  useEffect(() => {
    let isMounted = true;
    window.chatWidgetSettings ??= SETTINGS;
    window.ChatWidget ??= [];
    window.ChatWidget.push((widget) => {
      if (!isMounted) return;
      widget.show();
      setChat(widget);
    });
    const script = Object.assign(document.createElement('script'), { src: SRC });
    if (!document.querySelector(\`script[src="\${SRC}"]\`)) document.head.append(script);
    return () => {
      isMounted = false;
      window.ChatWidget?.push((widget) => widget.close(), (widget) => widget.hide());
    };
  }, []);
  return chat;
}`;

/** Installation steps by platform, with code for a service and branding. */
export function platforms(origin: string, branding: TagBranding = {}): Platform[] {
  const tag = embedTag(origin, branding);
  return [
    {
      name: 'Plain HTML',
      steps: [
        'Open the file or the template that all pages share.',
        'Paste the code before the closing body tag.',
        'Publish the page. The button appears once the page has loaded.',
      ],
      code: tag,
    },
    {
      name: 'Google Tag Manager',
      steps: [
        'Open your container and choose Tags, then New.',
        'As the tag type choose Custom HTML, and paste the code.',
        'As the trigger choose All Pages, save, then submit and publish the container.',
      ],
      code: inTagManager(origin, branding),
    },
    {
      name: 'WordPress',
      steps: [
        'Open the file functions.php of your child theme, or a code snippets plugin.',
        'Paste the code at the end.',
        'Save, and empty the cache of your caching plugin if you use one.',
      ],
      code: inWordPress(tag),
    },
    {
      name: 'Shopify',
      steps: [
        'Open Online Store, then Themes. In the menu of your theme choose Edit code.',
        'Open layout/theme.liquid and paste the code before the closing body tag.',
        'Save. The chat is on all pages of the store but the checkout.',
      ],
      code: tag,
    },
    {
      name: 'Webflow',
      steps: [
        'Open the site settings and choose Custom code.',
        'Paste the code under Footer code and save.',
        'Publish the site. The Designer does not run custom code.',
      ],
      code: tag,
    },
    {
      name: 'Next.js',
      steps: [
        'Open app/layout.tsx.',
        'Add the Script component as in this code.',
        'Deploy the site. The chat stays on the page during navigation.',
      ],
      code: inNext(origin, branding),
    },
    {
      name: 'React',
      steps: [
        'Save the TypeScript declarations below in your project.',
        'Save the code as use-chat-widget.ts.',
        'Call useChatWidget() in a component. It returns the chat once the script has loaded.',
      ],
      code: inReact(origin, branding),
    },
  ];
}

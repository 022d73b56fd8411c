import { embedTag } from './embed-tag.ts';

/** How to add the chat to one kind of site. */
interface Platform {
  name: string;
  /** The steps, in order. The second one uses the code. */
  steps: readonly string[];
  code: string;
}

const inWordPress = (tag: string) => `add_action('wp_footer', function () { ?>
${tag}
<?php });`;

const inNext = (origin: string) => `import Script from 'next/script';

export default function RootLayout({ children }: { children: React.ReactNode }) {
  return (
    <html lang="en">
      <body>
        {children}
        <Script src="${origin}/api/widget.js" strategy="lazyOnload" />
      </body>
    </html>
  );
}`;

const inReact = (origin: string) => `import { useEffect, useState } from 'react';

const SRC = '${origin}/api/widget.js';

/** The chat is on the page while a component that calls this hook is mounted. */
export function useChatWidget() {
  const [chat, setChat] = useState<ChatWidget>();
  useEffect(() => {
    let isMounted = true;
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

/** Installation steps by platform, with code for a service. */
export function platforms(origin: string): Platform[] {
  const tag = embedTag(origin);
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
      code: tag,
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
      code: inNext(origin),
    },
    {
      name: 'React',
      steps: [
        'Save the TypeScript declarations (under Advanced) in your project.',
        'Save the code as use-chat-widget.ts.',
        'Call useChatWidget() in a component. It returns the chat once the script has loaded.',
      ],
      code: inReact(origin),
    },
  ];
}

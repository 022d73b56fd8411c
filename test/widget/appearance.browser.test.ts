import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { shownSurface, shownText } from '../../src/widgets/rules/theme.ts';
import type { Visit } from './support/site.ts';
import { onSite as it, withSites } from './support/with-sites.ts';
import { longAnswered } from './support/turns.ts';

const startSite = withSites();

/** A color as three numbers of the screen, however CSS writes it. */
const inRgb = (visit: Visit, color: string) =>
  visit.page.evaluate((value) => {
    const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    if (!context) throw new Error('no canvas');
    context.fillStyle = value;
    context.fillRect(0, 0, 1, 1);
    return `rgb(${Array.from(context.getImageData(0, 0, 1, 1).data.slice(0, 3)).join(', ')})`;
  }, color);

const rgbOf = (hex: string) =>
  `rgb(${[1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(', ')})`;

/** The contrast of two colors (WCAG 2.2), of the three numbers of which each is made. */
function contrast(one: readonly number[], two: readonly number[]): number {
  const luminance = (color: readonly number[]) =>
    color
      .map((part) => (part <= 10.31475 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4))
      .reduce((sum, part, index) => sum + part * ([0.2126, 0.7152, 0.0722][index] ?? 0), 0.05);
  const [light = 1, dark = 1] = [luminance(one), luminance(two)].sort((a, b) => b - a);
  return light / dark;
}

/** Corners of the color space, grays, and what brands like. */
const COLORS = [
  ...Array.from(
    { length: 64 },
    (_, index) => `rgb(${[index & 3, (index >> 2) & 3, index >> 4].map((one) => one * 85).join()})`,
  ),
  ...['#777', '#767676', '#757575', '#f97316', '#ffe600', 'hotpink', 'oklch(70% 0.2 30)', 'hsl(200 90% 45%)'],
];

/**
 * A function of the page that draws a color and reads it, as red, green and blue; what was drawn before it
 * shows through.
 */
const pixelIn = (page: Page) =>
  page.evaluateHandle(() => {
    const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    if (!context) throw new Error('no canvas');
    return (color: string) => {
      context.fillStyle = color;
      context.fillRect(0, 0, 1, 1);
      return Array.from(context.getImageData(0, 0, 1, 1).data.slice(0, 3));
    };
  });

describe('with any color', () => {
  it('text is readable on the fill, and links on every background, in light and dark', async ({ site }) => {
    const visit = await site.opened();
    const failures: string[] = [];
    await visit.panel.locator('> header > button').hover();
    const measuring = await pixelIn(visit.page);
    for (const theme of ['light', 'dark']) {
      const measured = await visit.page.locator('chat-widget').evaluate(
        (host, { theme: scheme, colors, pixel }) => {
          const find = (selector: string) => {
            const found = host.shadowRoot?.querySelector<HTMLElement>(selector);
            if (!found) throw new Error(`The widget has no ${selector}.`);
            return found;
          };
          const shell = find('.root');
          const button = find('.root > button');
          const chip = find('.thread > p button');
          const panel = find('dialog');
          const header = find('header');
          const face = find('.face');
          const hovered = find('dialog > header > button:hover');
          shell.style.colorScheme = scheme;
          const pair = (element: Element): [number[], number[]] => {
            const { backgroundColor, color } = getComputedStyle(element);
            return [pixel(backgroundColor), pixel(color)];
          };
          return colors.map((color) => {
            shell.style.setProperty('--chat-widget-color', color);
            const onHeader = pair(header);
            const [, icon] = pair(hovered);
            // The ground of a control that is pointed at lets the header through.
            pixel(getComputedStyle(header).backgroundColor);
            const overHeader = pixel(getComputedStyle(hovered).backgroundColor);
            return {
              color,
              button: pair(button),
              header: onHeader,
              hovered: [overHeader, icon] as const,
              face: pair(face),
              link: pixel(getComputedStyle(chip.appendChild(document.createElement('a'))).color),
              ground: pixel(getComputedStyle(panel).backgroundColor),
            };
          });
        },
        { theme, colors: COLORS, pixel: measuring },
      );
      const raised = theme === 'light' ? [0xed, 0xef, 0xf2] : [0x25, 0x29, 0x31];
      for (const { color, button, header, hovered, face, link, ground } of measured) {
        const pointedAt = contrast(...hovered);
        if (pointedAt < 3) failures.push(`${theme} ${color} pointed at ${pointedAt.toFixed(2)}`);
        for (const [what, ratio] of [
          ['button', contrast(...button)],
          ['header', contrast(...header)],
          ['initials', contrast(...face)],
          ['link', contrast(link, ground)],
          ['link on a raised ground', contrast(link, raised)],
        ] as const) {
          if (ratio < 4.5) failures.push(`${theme} ${color} ${what} ${ratio.toFixed(2)}`);
        }
      }
    }
    expect(failures).toEqual([]);
  });
});

describe('the theme of a script tag', () => {
  /** As the panel draws it. */
  const theme = async (visit: Visit) => {
    await visit.panel.locator('summary').waitFor();
    return await visit.panel.evaluate((panel) => {
      const { backgroundColor, borderTopLeftRadius, color, fontFamily } = getComputedStyle(panel);
      const [header] = panel.getElementsByTagName('header');
      const fill = header && getComputedStyle(header).backgroundColor;
      return { backgroundColor, borderTopLeftRadius, color, fontFamily, fill };
    });
  };

  it('applies to the panel and the launcher: accent, surface, text, radius, font and icon', async ({
    site,
  }) => {
    const visit = await site.opened({
      attributes:
        'data-accent="#0f766e" data-surface="#fdf8f3" data-text="#35211a" data-radius="20" ' +
        'data-font="Georgia, serif" data-launcher-icon="M5 20a7 7 0 0 1 14 0"',
    });
    const [icon] = await visit.page.locator('chat-widget .root > button path').all();
    await expect.poll(() => icon?.getAttribute('d')).toBe('M5 20a7 7 0 0 1 14 0');
    const expected = {
      backgroundColor: 'rgb(253, 248, 243)',
      borderTopLeftRadius: '20px',
      color: 'rgb(53, 33, 26)',
      fontFamily: 'Georgia, serif',
      fill: 'rgb(15, 118, 110)',
    };
    const rgb = async () => {
      const { backgroundColor, color, ...rest } = await theme(visit);
      return {
        ...rest,
        backgroundColor: await inRgb(visit, backgroundColor),
        color: await inRgb(visit, color),
      };
    };
    await expect.poll(rgb).toEqual(expected);
    await visit.page.emulateMedia({ colorScheme: 'dark' });
    const [dark, pale] = [shownSurface('#fdf8f3', 'dark'), shownText('#35211a', 'dark')].map(rgbOf);
    await expect.poll(rgb).toEqual({ ...expected, backgroundColor: dark, color: pale });
  });

  it('uses the default for an invalid value and reports it on the console', async ({ site }) => {
    const warnings: string[] = [];
    site.context.on('console', (message) => {
      if (message.type() === 'warning') warnings.push(message.text());
    });
    const plain = await theme(await site.opened());
    const hostile = [
      { accent: 'red;} body{display:none', surface: '#12345', text: 'url(//evil.example/)', radius: '-1' },
      {
        color: 'rgb(',
        surface: 'red;} body{display:none',
        text: '#0f766e;--chat-widget-color:red',
        radius: '1e9',
      },
      { accent: '#', font: 'red;} body{display:none', radius: '20px' },
    ];
    for (const values of hostile) {
      const attributes = Object.entries(values).map(([name, value]) => `data-${name}="${value}"`);
      const visit = await site.opened({ attributes: attributes.join(' ') });
      expect(await theme(visit)).toEqual(plain);
      const body = visit.page.locator('body');
      expect(await body.evaluate((element) => getComputedStyle(element).display)).toBe('block');
      expect(warnings.splice(0).toSorted()).toEqual(
        Object.entries(values)
          .map(([name, value]) => `Ignored: data-${name === 'accent' ? 'color' : name} ${value}`)
          .toSorted(),
      );
    }
  });
});

describe('the initials in the header', () => {
  it.each([
    ['Hotel Sandbank', 'HS'],
    ['Acme', 'A'],
    ['24/7', '27'],
    ['♥', ''],
  ])('of a chat called "%s" are "%s"', async (title, letters) => {
    const site = await startSite();
    const visit = await site.opened({ attributes: `data-title="${title}"` });
    await expect.poll(() => visit.panel.locator('.face').textContent()).toBe(letters);
  });
});

describe('the initials of an agent', () => {
  it('are readable on each color that an agent can have', async ({ site }) => {
    const visit = await site.opened();
    await visit.button('Talk to a person').click();
    await expect.poll(() => site.service.sockets()).toBe(1);
    site.service.claim('Mia Berg');
    site.service.say('Hello');
    const measuring = await pixelIn(visit.page);
    const pairs = await visit.log.locator('.avatar').evaluate((avatar: HTMLElement, pixel) => {
      return Array.from({ length: 72 }, (_, step) => {
        avatar.style.background = avatar.style.background.replace(/[\d.]+\)$/, `${step * 5})`);
        const { backgroundColor, color } = getComputedStyle(avatar);
        return [pixel(backgroundColor), pixel(color)] as const;
      });
    }, measuring);
    expect(Math.min(...pairs.map((pair) => contrast(...pair)))).toBeGreaterThanOrEqual(4.5);
  });
});

describe('in every environment', () => {
  it('with forced colors every control has an edge', async () => {
    const site = await startSite({ forcedColors: 'active' });
    const visit = await site.opened();
    for (const control of [visit.launcher, visit.button('Close'), visit.button('Talk to a person')]) {
      expect(await control.evaluate((one) => getComputedStyle(one).borderTopWidth)).toBe('1px');
    }
  });

  it('no element moves if motion is reduced', async () => {
    const site = await startSite({ reducedMotion: 'reduce' });
    const visit = await site.opened();
    expect(await visit.panel.evaluate((one) => one.getAnimations({ subtree: true }).length)).toBe(0);
  });

  it('the thread stays where the reader left it, and a button leads to new messages', async ({ site }) => {
    const visit = await longAnswered(site);
    const thread = visit.panel.locator('.thread');
    await visit.button('Talk to a person').click();
    await expect.poll(() => site.service.sockets()).toBe(1);
    await thread.evaluate((one) => (one.scrollTop = 200));
    site.service.claim('Mia');
    site.service.say('Hello from below');
    await visit.button('New messages').waitFor();
    expect(await thread.evaluate((one) => one.scrollTop)).toBe(200);
    await visit.button('New messages').click();
    await expect.poll(() => visit.button('New messages').isVisible()).toBe(false);
  });

  it('messages of different days are separated', async ({ site }) => {
    const visit = await site.opened();
    await visit.send('Hello');
    await visit.log.locator('.assistant').waitFor();
    const [question] = site.service.theConversation().session.messages;
    if (question) question.createdAt = '2020-02-29T10:00:00.000Z';
    await visit.page.reload();
    await visit.log.getByText(/Saturday,? 29 February 2020/).waitFor();
    await expect.poll(() => visit.log.locator('.line').count()).toBe(2);
  });

  it('the times of all messages are written by one formatter', async ({ site }) => {
    const visit = await site.opened();
    await visit.page.addInitScript(`
      window.formatted = 0;
      window.made = 0;
      const { toLocaleString } = Date.prototype;
      Date.prototype.toLocaleString = function (...given) {
        formatted++;
        return toLocaleString.apply(this, given);
      };
      Intl.DateTimeFormat = new Proxy(Intl.DateTimeFormat, {
        construct: (target, given) => (made++, new target(...given)),
      });
    `);
    for (const text of ['Hello', 'Hello again']) {
      await visit.send(text);
      await visit.log.getByText(text, { exact: true }).waitFor();
    }
    await visit.page.reload();
    await visit.log.locator('time').nth(3).waitFor();
    // Fewer than one for each of the times: what else the page formats is in it too.
    expect(await visit.page.evaluate('made + formatted')).toBeLessThan(4);
  });
});

import { layoutPage } from './layout.ts';

/** Pages with unlimited links: a calendar by month, and a shop with combined filters. */
export function endlessPage(path: string): string | undefined {
  const { pathname, searchParams } = new URL(path, 'http://site.invalid');
  const [, year, month] = /^\/calendar\/(\d{4})\/(\d\d)$/.exec(pathname) ?? [];
  if (year !== undefined) {
    const next = new Date(Date.UTC(Number(year), Number(month), 1))
      .toISOString()
      .slice(0, 7)
      .replace('-', '/');
    return layoutPage({
      title: `Courses in ${year}/${month}`,
      main: `<h1>Courses</h1><p>In month ${month} of ${year} there is one course.</p><a href="/calendar/${next}">Next</a>`,
    });
  }
  if (pathname !== '/shop') return undefined;
  const size = Number(searchParams.get('size') ?? 0);
  const color = searchParams.get('color') ?? 'any';
  return layoutPage({
    title: `Shop: ${color} ${size}`,
    main: `<h1>Shop</h1><p>Parts in ${color}, of size ${size}, are shown here.</p>
      ${['red', 'blue', 'green'].map((one) => `<a href="/shop?size=${size + 1}&color=${one}">${one}</a>`).join(' ')}`,
  });
}

import { writeFile } from 'node:fs/promises';
import { collabIcons, localHost, localThreads, pages, replaceFolder, widget } from './build-parts.ts';

/**
 * Builds the local host into the folder of the first argument, and writes the second argument, a hash, into
 * `built-from`. The release build (`build.ts`) also makes the cloud packages and runs the logging rule.
 */
const [folder = '', hash = ''] = process.argv.slice(2);
const built = await replaceFolder(folder, (outdir) => [
  localHost(outdir),
  localThreads(outdir),
  widget(outdir),
  pages(outdir),
  collabIcons(outdir),
  writeFile(`${outdir}/built-from`, hash),
]);
process.exit(built ? 0 : 1);

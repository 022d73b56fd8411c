import { writeFile } from 'node:fs/promises';
import { collabIcons, localHost, pages, replaceFolder, widget } from './build-parts.ts';

/**
 * Builds what the local host needs into the folder that is named first, with the hash that is named second in `built-from`.
 * The build of a release (`build.ts`) makes the cloud's packages and checks what is logged, too.
 */
const [folder = '', hash = ''] = process.argv.slice(2);
const built = await replaceFolder(folder, (outdir) => [
  localHost(outdir),
  widget(outdir),
  pages(outdir),
  collabIcons(outdir),
  writeFile(`${outdir}/built-from`, hash),
]);
process.exit(built ? 0 : 1);

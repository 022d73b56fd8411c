import { store, type Store } from '../ui/store.ts';
import { storedValues } from '../ui/stored-values.ts';

const values = storedValues('dashboard:');
const NAME = 'search-key';

/** Whether `/` opens the search in this browser (WCAG 2.2, 2.1.4 Character Key Shortcuts). */
export const searchKey: Store<boolean> = store(values.read(NAME) !== false);

searchKey.watch((on) => values.write(NAME, on));

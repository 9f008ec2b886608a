import type { Profile } from './load.js';
import type { LoadFigures } from './loads.js';
import type { Figures } from './pages/page.js';
import type { Weight } from '../weigh.js';

/** The results of `npm run bench`. */
export interface BrowserResults {
  readonly bytes: Readonly<Record<string, Pick<Weight, 'first' | 'later'>>>;
  readonly loads: Readonly<Record<Profile['name'], Figures<LoadFigures>>>;
}

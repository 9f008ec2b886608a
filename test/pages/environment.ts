/** Posts every value of every method to the test, as shown in the environment that the query describes. */
import '../../src/index.js';
import { allValues } from './values.js';

parent.postMessage({ values: await allValues() }, '*');

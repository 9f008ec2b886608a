/** Takes every value of every method in the world the page's address describes, and tells them to the test. */
import '../../src/index.js';
import { allValues } from './values.js';

parent.postMessage({ world: location.search, values: await allValues() }, '*');

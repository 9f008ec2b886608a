/** Loads the element from its source, in a browser only, with a back end inside the page. */
import '../../../src/index.js';
import { answerInPage } from './demo.js';

answerInPage();

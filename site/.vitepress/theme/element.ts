/** Loads the element from its source, in a browser only, with a back end inside the page. */
export { TOKENS } from '../../../src/widget/shared/styles/tokens.js';
import '../../../src/index.js';
import { answerInPage } from './demo.js';

answerInPage();

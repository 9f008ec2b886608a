import { startTheme } from '../site/theme.js';
import { Workbench } from './workbench.js';

startTheme();
customElements.define('slip-workbench', Workbench);

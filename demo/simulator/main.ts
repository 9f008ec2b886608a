/** The script of the simulator's page. */
import { startPhone } from '../phone/phone.js';
import { startTheme } from '../site/theme.js';

startTheme();
startPhone();

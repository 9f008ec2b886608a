import { startTheme } from '../site/theme.js';

startTheme();

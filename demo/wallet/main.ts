/**
 * A merchant's single-page app. It imports the elements from the npm package and defines them under its own
 * tag names.
 */
import { startPhone } from '../phone/phone.js';
import { startTheme } from '../site/theme.js';
import { WalletApp } from './wallet-app.js';

startTheme();
startPhone();
customElements.define('sol-wallet', WalletApp);

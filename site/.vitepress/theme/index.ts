import type { Theme } from 'vitepress';
import DefaultTheme from 'vitepress/theme';
import Diagram from './Diagram.vue';
import HomePage from './HomePage.vue';
import LiveSlip from './LiveSlip.vue';
import './style.css';

export default {
  extends: DefaultTheme,
  enhanceApp({ app }) {
    app.component('Diagram', Diagram).component('HomePage', HomePage).component('LiveSlip', LiveSlip);
  },
} satisfies Theme;

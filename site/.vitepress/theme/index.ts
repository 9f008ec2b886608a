import type { Theme } from 'vitepress';
import DefaultTheme from 'vitepress/theme';
import Diagram from './Diagram.vue';
import HomePage from './HomePage.vue';
import LiveSlip from './LiveSlip.vue';
import ThemeEditor from './ThemeEditor.vue';
import './style.css';

export default {
  extends: DefaultTheme,
  enhanceApp({ app }) {
    app
      .component('Diagram', Diagram)
      .component('HomePage', HomePage)
      .component('LiveSlip', LiveSlip)
      .component('ThemeEditor', ThemeEditor);
  },
} satisfies Theme;

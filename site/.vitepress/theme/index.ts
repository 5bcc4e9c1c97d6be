import Theme from 'vitepress/theme-without-fonts';
import './style.css';
import { installTypePopover } from './type-popover.ts';

export default {
  extends: Theme,
  enhanceApp() {
    if (!import.meta.env.SSR) installTypePopover();
  },
};

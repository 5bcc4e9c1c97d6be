import Theme from 'vitepress/theme-without-fonts';
import { type App, defineAsyncComponent } from 'vue';
import './style.css';
import { installTypePopover } from './type-popover.ts';
import VersionPicker from './VersionPicker.vue';

export default {
  extends: Theme,
  enhanceApp({ app }: { readonly app: App }) {
    // Its own file, which its page alone loads.
    const playground = defineAsyncComponent(() => import('./playground/Playground.vue'));
    app.component('Playground', playground);
    app.component('VersionPicker', VersionPicker);
    if (!import.meta.env.SSR) installTypePopover();
  },
};

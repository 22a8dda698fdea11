import { createRouter, createWebHashHistory } from 'vue-router'
import { routes } from './navigation.ts'

/**
 * Creates the router. Routes are behind `#`, so that the page is one file under any scheme. A new screen starts at
 * the top; a screen that only changes its query keeps its scroll position.
 */
export function createPageRouter() {
  return createRouter({
    history: createWebHashHistory(), routes,
    scrollBehavior: (to, from) => (to.path === from.path ? false : { top: 0 }),
  })
}

import { createRouter, createWebHashHistory } from 'vue-router'
import { routes } from './navigation.ts'

/**
 * Routes behind `#`, so that the page is one file whatever scheme serves it. Another screen begins at its top; a screen
 * that only changes what it asks for stays where it is.
 */
export function createPageRouter() {
  return createRouter({
    history: createWebHashHistory(), routes,
    scrollBehavior: (to, from) => (to.path === from.path ? false : { top: 0 }),
  })
}

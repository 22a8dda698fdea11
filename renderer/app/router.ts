import { createRouter, createWebHashHistory } from 'vue-router'
import { routes } from './navigation.ts'

/** Routes behind `#`, so that the page is one file whatever scheme serves it. */
export function createPageRouter() {
  return createRouter({ history: createWebHashHistory(), routes, scrollBehavior: () => ({ top: 0 }) })
}

import { createRouter, createWebHashHistory } from 'vue-router'
import { homePath, routes } from './navigation.ts'

/**
 * Creates the router. Routes are behind `#`, so that the page is one file under any scheme. A new screen starts at
 * the top; a screen that only changes its query keeps its scroll position. Before the first screen that is not the home
 * screen, `addTexts` is called, once.
 */
export function createPageRouter(addTexts: () => Promise<void>) {
  const router = createRouter({
    history: createWebHashHistory(), routes,
    scrollBehavior: (to, from) => (to.path === from.path ? false : { top: 0 }),
  })
  const remove = router.beforeResolve(async ({ path }) => {
    if (path === homePath) return
    await addTexts()
    remove()
  })
  return router
}

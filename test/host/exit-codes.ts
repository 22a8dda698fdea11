// How `test/host/start.ts` ends when no window was opened; an application's own codes are small.

/** The display that the environment names does not answer. */
export const NO_DISPLAY = 71

/** The browser could not be started; the reason has been said. */
export const NOT_OPENED = 72

// Exit codes of `test/host/start.ts` when no window was opened; an application's own codes are smaller.

/** The display that the environment names does not respond. */
export const NO_DISPLAY = 71

/** The browser could not be started; the reason has been printed. */
export const NOT_OPENED = 72

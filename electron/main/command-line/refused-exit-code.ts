/** How a packaged application ends when its command line would take its protection away (BSD's `EX_USAGE`). */
export const refusedExitCode = 64

/** Exit code of a packaged application whose command line would remove its protection (BSD's `EX_USAGE`). */
export const refusedExitCode = 64

/**
 * Import this before anything else in the entry of every process that writes files. Threads share it.
 *
 * SECURITY: what this process creates from now on is for its owner alone, in whatever folder it lies, also what a
 * library or Chromium creates with modes of its own. Windows knows no such modes: there the profile folder guards.
 */
process.umask(0o077)

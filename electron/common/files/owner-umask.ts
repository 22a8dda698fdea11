/**
 * Import this before anything else in the entry of every process that writes files. Threads share it.
 * SECURITY: everything that this process creates is for its owner alone, in any folder, including files that a library
 * or Chromium creates with other modes. Windows has no such modes: there the profile folder protects them.
 */
process.umask(0o077)

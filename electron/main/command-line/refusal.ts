/**
 * Import this before anything else in the entry of a package. If the package was started with a switch that opens its
 * pages or processes to others, this shows one sentence and ends it with code 64.
 */
import { writeSync } from 'node:fs'
import { app, dialog } from 'electron'
import { refusedExitCode } from './refused-exit-code.ts'
import { refusalSentence, refusedAmong } from './refused-switches.ts'
import { selfCheckMode } from './self-check-mode.ts'

// SECURITY: Chromium, also in its other processes, writes the keys of its TLS connections into the file named here.
delete process.env.SSLKEYLOGFILE

const [first, ...others] = refusedAmong((name) => app.commandLine.hasSwitch(name))

/** SECURITY: the entry may start anything only if this is true. It is false while a refusal is on the screen. */
export const mayStart = first === undefined

if (first !== undefined) {
  const sentence = refusalSentence(first)
  const isCheck = selfCheckMode(process.argv) !== 'off'
  // On Linux Electron has no box before it is ready, and a check from the command line must not wait for a person.
  if (process.platform === 'linux' || isCheck) writeSync(2, `${sentence}\n`)
  else dialog.showErrorBox('Gateway Console', sentence)
  // SECURITY: becoming ready with any other switch would activate it. Without the sandbox, nothing that needs it is
  // started: no vault, no window, and no listener for a page.
  if (process.platform === 'linux' && !isCheck && first === 'no-sandbox' && others.length === 0) void showWhenReady(sentence)
  else process.exit(refusedExitCode)
}

/** For a person who starts the application from a menu and sees no terminal. */
async function showWhenReady(sentence: string): Promise<void> {
  try {
    await app.whenReady()
    await dialog.showMessageBox({ type: 'error', title: 'Gateway Console', message: sentence })
  } finally {
    app.exit(refusedExitCode)
  }
}

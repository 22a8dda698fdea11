/** The start of main: data paths, log, handlers of uncaught errors, instance lock. */
import { mkdirSync } from 'node:fs'
import { app, ipcMain, protocol } from 'electron'
import type { ContractNames } from '#shared/ipc/names.ts'
import { installFatalHandlers } from '../common/processes/fatal.ts'
import { createLog, type Log } from '../common/processes/log.ts'
import { tightenModes } from '../common/files/owner-only.ts'
import { handleCalls } from '../ipc/handle-calls.ts'
import type { ServeCall } from '../ipc/serve.ts'
import { refusedExitCode } from './command-line/refused-exit-code.ts'
import { isTrial, selfCheckMode, type SelfCheckMode } from './command-line/self-check-mode.ts'
import type { Development } from './development.ts'
import { dataPaths, userDataFolder, type BuiltPaths } from './installation/paths.ts'
import { openHistory } from './open-history.ts'
import { builtPage } from './page/address.ts'
import { registerPageScheme } from './page/scheme.ts'
import { isTrialFolder, runTrial, trialDataFolder, trialFolder } from './self-check/trial.ts'
import { lockFailureSentence } from './start/instance-lock.ts'
import { openFirstWindow } from './window/first-window.ts'
import { createShowMessage, type ShowMessage } from './window/message.ts'

/** Inserted by the build. */
declare const __CONTRACT_NAMES__: ContractNames

/**
 * Starts the application, or the check that the command line requests. `development` is null in a package. Call it
 * once, as the last step of the entry.
 */
export function startMain(built: BuiltPaths, development: Development | null): void {
  const selfCheck = selfCheckMode(process.argv)
  const userData = selfCheck === 'full' ? trialFolder() : trialDataFolder(process.argv) ?? userDataFolder({
    named: development?.userData ?? null,
    localAppData: process.env.LOCALAPPDATA,
    platform: process.platform,
    name: app.getName(),
    home: app.getPath('home'),
    proposed: app.getPath('userData'),
  })
  mkdirSync(userData, { recursive: true, mode: 0o700 })
  app.setPath('userData', userData)
  app.setPath('sessionData', userData)
  const data = dataPaths(userData)

  const log = createLog({ folder: data.logs, module: 'main' })
  // SECURITY: before any file is read, removes access of other users that a copy or a restored disk left.
  const { tightened, refused } = tightenModes(userData)
  const showMessage = createShowMessage(selfCheck !== 'off')
  installFatalHandlers({ module: 'main', log, notify: showMessage, exit: (code) => { app.exit(code) } })

  // SECURITY: every page runs in Chromium's sandbox, whatever the options of its window are.
  app.enableSandbox()
  registerPageScheme(protocol)

  // The code after quit() still runs, so everything else must come after the lock.
  if (!app.requestSingleInstanceLock()) {
    void endSecondInstance({ userData, selfCheck, log, showMessage })
    return
  }
  if (tightened > 0) log.info('file-modes-tightened', { count: tightened })
  if (refused > 0) log.warn('file-modes-still-open', { count: refused })
  log.info('started', { version: app.getVersion(), platform: process.platform })
  if (selfCheck === 'full') void runTrial({ folder: userData, built, fromSource: development !== null })
  else if (isTrial(selfCheck) && !isTrialFolder(userData)) void refuseTrial(showMessage)
  else {
    const opening = openHistory({ data, built }, false)
    const answering = Promise.withResolvers<ServeCall>()
    handleCalls(ipcMain, __CONTRACT_NAMES__.calls, answering.promise)
    void openFirstWindow({
      built, page: development?.page ?? builtPage, log,
      devTools: development !== null, isToolAddress: (url) => development?.isToolAddress(url) === true,
    }).then(async (first) => {
      // This module has most of the code. It is evaluated while the history's thread and the page's process start.
      const { runApplication } = await import('./application.ts')
      await runApplication({
        data, built, opening, first, answerCalls: answering.resolve, development, log, selfCheck, showMessage,
      })
    })
  }
}

/** Ends this instance. If another instance has the lock, it comes to the front; otherwise the reason is shown. */
async function endSecondInstance({ userData, selfCheck, log, showMessage }: {
  userData: string
  selfCheck: SelfCheckMode
  log: Log
  showMessage: ShowMessage
}): Promise<void> {
  const failure = lockFailureSentence(userData)
  if (failure !== null) log.error('instance-lock-failed')
  if (failure === null && selfCheck === 'off') {
    app.quit()
    return
  }
  await app.whenReady()
  await showMessage(failure ?? 'Gateway Console is open already: use Help → Check this installation there, or close it first.')
  app.exit(1)
}

/** SECURITY: a person who types this argument must not cause a charge in real data. */
async function refuseTrial(showMessage: ShowMessage): Promise<void> {
  await showMessage('This argument is reserved for --self-check=full. Nothing was sent.')
  app.exit(refusedExitCode)
}

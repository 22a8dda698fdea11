/** The application behind its window, from start to end: history, services, desk, bridge, menu. */
import { join } from 'node:path'
import { app, Menu, powerMonitor, shell, utilityProcess } from 'electron'
import { withDeadline } from '../common/processes/deadline.ts'
import type { Log } from '../common/processes/log.ts'
import { createDesk } from '../desk/desk.ts'
import type { DiskEncryption, Emit } from '../desk/services.ts'
import { createEmit } from '../ipc/emit.ts'
import { serveCalls, type ServeCall } from '../ipc/serve.ts'
import { withoutOtherLibraries } from '../vault/keychain/library-environment.ts'
import { nativeModuleProof } from '../vault/keychain/native-module-proof.ts'
import { createAuditFile } from './audit-file/audit-file.ts'
import { isTrial, type SelfCheckMode } from './command-line/self-check-mode.ts'
import type { Development } from './development.ts'
import { diskEncryption } from './disk-encryption/disk-encryption.ts'
import { hostOf } from './installation/host.ts'
import type { BuiltPaths, DataPaths } from './installation/paths.ts'
import { thirdPartyPackages } from './installation/third-party.ts'
import { createIssuerPages } from './issuer/pages.ts'
import { systemIdleMs } from './lock/idle-time.ts'
import { lockOnSystemEvents } from './lock/lock-triggers.ts'
import { emitVaultState } from './lock/vault-events.ts'
import { openHistory, type OpeningHistory } from './open-history.ts'
import { isSandboxed } from './page/sandbox.ts'
import { createPrinting } from './printing/printing.ts'
import { mayPauseBatch, notifyWaiting } from './quit/quit-notice.ts'
import { routeQuitEvents } from './quit/quit-triggers.ts'
import { createQuit } from './quit/quit.ts'
import { print, printed } from './self-check/print.ts'
import { checkInstallation, exitCodeOf, networkOf } from './self-check/self-check.ts'
import { chargeOnce, createPageCall, findCharge } from './self-check/trial-charge.ts'
import { startServices } from './services.ts'
import { mayQuarantine } from './start/quarantine-question.ts'
import { startFailureSentence } from './start/start-failure.ts'
import { createSystem, describeApp } from './system.ts'
import { createContentProtection } from './window/content-protection.ts'
import { addContextMenu, createMenu } from './window/menu.ts'
import type { ShowMessage } from './window/message.ts'
import type { FirstWindow } from './window/first-window.ts'
import { isDrawn, showWindow } from './window/window.ts'

/** Longest time that work waits for the first screen before it competes with it. */
const firstScreenLimitMs = 5_000

/** The parts that the entry passes. */
export interface ApplicationParts {
  readonly data: DataPaths
  readonly built: BuiltPaths
  /** The history of this folder. Its thread is opening it already. */
  readonly opening: OpeningHistory
  readonly first: FirstWindow
  /** Starts to answer the page's calls, also those that arrived earlier. */
  readonly answerCalls: (serve: ServeCall) => void
  /** Null in a package. */
  readonly development: Development | null
  readonly log: Log
  /** Unless `off`: checks the installation without showing a window, prints the lines and exits. */
  readonly selfCheck: SelfCheckMode
  readonly showMessage: ShowMessage
}

/** Runs the application. Rejects only for a defect, which the entry's fatal handlers process. */
export async function runApplication(
  { data, built, opening, first, answerCalls, development, log, selfCheck, showMessage }: ApplicationParts,
): Promise<void> {
  let journal = await opening
  // The person quit meanwhile; Electron ends the process.
  if (first.window.isDestroyed()) return
  if (!journal.ok && journal.failure.code === 'development-version' && selfCheck === 'off') {
    if (!await mayQuarantine(startFailureSentence(journal.failure, data.journal))) {
      app.exit(1)
      return
    }
    journal = await openHistory({ data, built }, true)
  }
  if (!journal.ok) {
    log.error('not-started', { failure: journal.failure.code })
    await showMessage(startFailureSentence(journal.failure, data.journal))
    app.exit(1)
    return
  }

  const { window, ownPage, policyViolations, issuerGuards } = first
  const { webContents } = window
  if (selfCheck === 'off') void first.drawn.then(() => { if (!window.isDestroyed()) window.show() })

  const host = hostOf({ electron: process.versions.electron, packaged: app.isPackaged && development === null })
  const proof = nativeModuleProof(development === null, process.platform)
  const issuerPages = createIssuerPages({ parent: window, guards: issuerGuards, log })
  let disk: DiskEncryption | null = null
  const diskEncryptionFound = diskEncryption({
    folder: data.userData, platform: process.platform, systemRoot: process.env.SystemRoot,
  })
  const { services, vault, end } = startServices({
    data, built, journal: journal.value, log,
    version: app.getVersion(),
    forkVault: () => utilityProcess.fork(built.vault, [], {
      serviceName: 'Gateway Console vault', env: withoutOtherLibraries(process.env),
    }),
    keychain: development?.keychain ?? 'system',
    processingMs: development?.processingMs ?? null,
    nativeModuleProof: proof,
    // Not the default session's: creating it would leave files, and all other sessions are in memory.
    resolveProxy: (url) => app.resolveProxy(url),
    issuerPages,
    createSystem: (others) => createSystem({
      longestPollMs: development?.longestPollMs ?? null,
      description: describeApp({ version: app.getVersion(), host }),
      window,
      idleMs: () => systemIdleMs({
        powerMonitor, host, platform: process.platform, sessionType: process.env.XDG_SESSION_TYPE,
      }),
      auditFile: createAuditFile({ positionFile: data.auditPosition, ownFolder: data.userData }),
      diskEncryption: () => disk,
      printing: createPrinting({ parent: window, log }),
      thirdParty: () => thirdPartyPackages(built),
      checkInstallation: () => checkInstallation({
        ...others,
        network: networkOf(others.profiles),
        // The trial runs of a full check test the program, not the computer.
        diskEncryption: () => isTrial(selfCheck) ? Promise.resolve(null) : diskEncryptionFound,
        auditFileProblem: () => desk.control.auditFileProblem(),
        appPath: app.getAppPath(),
        nativeModuleProof: proof,
        isPageSandboxed: () => isSandboxed({
          platform: process.platform,
          // A stand-in browser has its own processes.
          pageProcessId: host === 'stand-in' ? null : webContents.getOSProcessId(),
          reportedByElectron: (processId) => app.getAppMetrics().find(({ pid }) => pid === processId)?.sandboxed,
        }),
        policyViolations,
        pageIsDrawn: () => isDrawn(webContents),
      }),
    }),
  })
  const toPage = createEmit({
    log,
    send: (channel, payload) => { if (!window.isDestroyed()) webContents.send(channel, payload) },
  })
  const protection = createContentProtection({
    window,
    profiles: services.profiles,
    isWanted: () => services.settings.read().contentProtection,
    platform: process.platform,
  })
  protection.update()
  services.settings.whenChanged(() => { protection.update() })
  const emit: Emit = (name, payload) => {
    if (name === 'profiles.changed') protection.update()
    toPage(name, payload)
  }
  const desk = createDesk(services, emit)
  journal.value.onProgress((progress) => { emit('maintenance.progress', progress) })
  void diskEncryptionFound.then((found) => {
    disk = found
    emit('profiles.changed', null)
  })
  const serve = serveCalls({
    desk: desk.calls, page: ownPage, log,
    onRefused: (call, reason) => { desk.control.callRefused(call, reason) },
  })
  emitVaultState(vault, desk.control, emit)

  const quit = createQuit({
    control: desk.control,
    closeIssuerPage: () => { issuerPages.end() },
    endServices: end,
    mayPause: () => mayPauseBatch(window),
    notifyWaiting: (operation) => { notifyWaiting(window, emit, operation) },
    exit: () => { app.exit(0) },
    log,
  })
  routeQuitEvents(quit, { app, powerMonitor, window })
  app.on('second-instance', () => { showWindow(window) })
  app.on('activate', () => { showWindow(window) })
  powerMonitor.on('resume', () => {
    log.info('computer-woke')
    desk.control.woke()
  })
  lockOnSystemEvents(powerMonitor, desk.control)
  Menu.setApplicationMenu(createMenu({
    platform: process.platform,
    developmentItems: development?.menuItems ?? [],
    open: (view) => {
      showWindow(window)
      emit('app.open', { view })
    },
    showLogs: () => { shell.showItemInFolder(join(data.logs, 'main.log')) },
    lock: () => { void desk.control.lock('by-person') },
    quit: quit.request,
  }))
  addContextMenu(webContents)

  void first.lost.then(() => {
    void showMessage('The window of Gateway Console stopped working. Restart the application; no sent request is lost.')
      .finally(quit.request)
  })
  // Unfinished entries of an earlier run are closed before the page may call.
  const prepared = (): Promise<void> => {
    answerCalls(serve)
    // SECURITY: a page that never finishes loading must not prevent checks of open outcomes.
    return withDeadline(first.loaded, firstScreenLimitMs, () => { log.warn('page-late') })
  }
  await Promise.all([selfCheck === 'short' ? prepared() : desk.control.start(prepared), first.loaded])
  if (selfCheck === 'off') return
  const call = createPageCall(webContents)
  const lines = selfCheck === 'find' ? [await findCharge(call)] : await services.system.checkInstallation()
  if (selfCheck === 'charge') lines.push(await chargeOnce(call))
  await print(printed(lines))
  if (isTrial(selfCheck)) await desk.control.prepareToQuit()
  await end()
  app.exit(exitCodeOf(selfCheck, lines))
}

/** Connects the parts of the desk: one context, the calls of each folder, and the controls that main uses. */
import type { Desk, EventPayload } from '#shared/ipc/contract.ts'
import { accessCalls, deskAccess, createDeskLock, guarded, guardedEmit, ruleLookup, withinSession } from './access/index.ts'
import { createBatches, createDrafts, runCalls } from './batches/index.ts'
import { callbackCalls, checkedCallbacks } from './callbacks/index.ts'
import type { DeskContext } from './context.ts'
import { documentCalls, keptDocuments } from './documents/index.ts'
import {
  alertCalls, cardCalls, chargeCalls, exporter, mergedHistory, reportCalls, todayCalls,
} from './history/index.ts'
import { historyTrust, historyTrustCalls } from './history-trust/index.ts'
import { inspectorCalls } from './inspector/index.ts'
import { auditFeed, backups, maintenanceCalls, mutex, historySigning } from './maintenance/index.ts'
import { createNewest, everythingPresent } from './newest/index.ts'
import { noteCalls } from './notes/index.ts'
import { createNotices } from './notices.ts'
import { operationCalls } from './operations/index.ts'
import { orderCalls } from './orders/index.ts'
import { intents, paymentCalls, paymentLimits } from './payments/index.ts'
import { auditFileChoice, profileCalls } from './profiles/index.ts'
import { reconciling } from './reconcile/index.ts'
import { coreContext, watchedJournal } from './requests/index.ts'
import { followers, resolution as makeResolution, resolutionCalls } from './resolution/index.ts'
import type { DeskControl, Emit, Ports, Services } from './services.ts'
import { lifecycle, sessionCalls } from './session/index.ts'
import { createTeam, rememberedMembership, teamCalls } from './team/index.ts'
import { threeDSecureCalls } from './three-d-secure/index.ts'

/** Creates the desk from its ports. `emitAlways` sends events to the page without a check of the lock state. */
export function createDesk(ports: Ports, emitAlways: Emit): { readonly calls: Desk; readonly control: DeskControl } {
  const deskLock = createDeskLock(ports.system)
  const documents = keptDocuments(ports)
  const emit = guardedEmit((event, payload) => {
    // A send may change the facts of a prepared confirmation.
    if (event === 'payments.sending') documents.drop()
    if (event === 'orders.followed') batches.followed(payload as EventPayload<'orders.followed'>)
    emitAlways(event, payload)
  }, deskLock)
  const membership = rememberedMembership(ports.membership, ports.journal)
  const newest = createNewest(ports, () => everythingPresent(ports))
  const within = withinSession(ports, deskLock)
  const services: Services = {
    ...within, users: deskLock, membership, newest, auditFileChoice: auditFileChoice(within),
    journal: watchedJournal(ports.journal, journalChanged),
  }
  const access = deskAccess(services, deskLock, emit, {
    rest(cause) {
      team.rest()
      return running.rest(cause)
    },
    isFinishing: () => running.isFinishing(),
    opened: () => { running.opened() },
    resume() {
      team.resume()
      return running.resume()
    },
    confirmLocked: (question, lastsMs) => ports.system.confirm(question, lastsMs),
  })
  const trust = historyTrust(services, {
    changed: () => { emit('historyTrust.changed', null) },
    gatewayTimes: () => core.ages.gatewayTimes(),
  })
  const signing = historySigning(services, (link) => { void keeping.endIsMissing(link) }, () => trust.whenCompared())
  const feed = auditFeed(services, {
    isOpen: () => deskLock.isOpen(), changed: () => { emit('profiles.changed', null) },
  })
  services.journal.whenLinked(() => {
    signing.soon()
    trust.rowsCame()
    feed.soon()
  })
  services.settings.whenChanged(() => { feed.now() })
  const team = createTeam(services, emit)
  const core = coreContext(services, emit, team, trust, () => { void running.vaultChanged() })
  const following = followers(core)
  const notices = createNotices(services, (view) => { emit('app.open', view) })
  const resolution = makeResolution(core, following, notices)
  const desk: DeskContext = { ...core, following, resolution, notices }
  const inTurn = mutex()
  const files = backups(services, inTurn, signing, {
    entriesCame: () => { running.entriesCame() }, warned: () => { emit('maintenance.warned', null) },
  })
  const keeping = { ...files, restore: (fileName: string) => trust.duringRestore(() => files.restore(fileName)) }
  const history = mergedHistory(services)
  const exports = exporter(services, history, emit, inTurn)
  const statements = reconciling(services, history, emit)
  const reviews = intents(services)
  const limits = paymentLimits(services)
  const batches = createBatches(desk, limits, () => {
    void batches.progress().then((share) => { services.system.setProgress(share) })
  })
  const drafts = createDrafts(desk, history)
  const checked = checkedCallbacks()
  const running = lifecycle(desk, {
    access, feed, signing, trust, keeping, exports, batches, journalChanged,
    dropUnfinished() {
      reviews.dropAll()
      checked.drop()
      documents.drop()
      notices.drop()
      drafts.drop()
      statements.drop()
      services.auditFileChoice.drop()
      newest.forget()
    },
  })

  function journalChanged(): void {
    emit('journal.changed', null)
    void resolution.plans.compareWithJournal()
  }

  const calls: Desk = {
    ...sessionCalls(services, running),
    ...accessCalls(services, deskLock, access),
    ...profileCalls(desk, running),
    ...orderCalls(desk, history),
    ...operationCalls(desk),
    ...paymentCalls(desk, reviews, limits),
    ...drafts.calls,
    ...runCalls(desk, limits, batches, drafts),
    ...threeDSecureCalls(desk),
    ...callbackCalls(desk, checked),
    ...documentCalls(desk, documents, checked),
    ...inspectorCalls(desk),
    ...history.calls,
    ...cardCalls(services, history),
    ...chargeCalls(services, history),
    ...todayCalls(services, history),
    ...alertCalls(services, history, core.health),
    ...reportCalls(services, history),
    ...statements.calls,
    ...exports.calls,
    ...noteCalls(services, notices),
    ...resolutionCalls(resolution),
    ...historyTrustCalls(trust),
    ...teamCalls(services, emit, team),
    ...maintenanceCalls({ services, emit, inTurn, signing, keeping, journalChanged }),
  }
  const control: DeskControl = {
    ...running.control,
    async start(prepared) {
      // The journal replies in order, so this check finishes before any send.
      const checked = membership.check().then(() => { team.start() })
      await Promise.all([checked, running.control.start(prepared)])
      if (deskLock.isOpen()) team.resume()
    },
    stop() {
      team.stop()
      notices.stop()
      running.control.stop()
    },
  }
  const lookup = ruleLookup(services, reviews, trust, drafts)
  return { calls: guarded(calls, { ...access, services, deskLock, lookup }), control }
}

/** The desk, wired: one context, the calls of each capability, and what main does beside them. */
import type { Desk } from '#shared/ipc/contract.ts'
import { callbackCalls } from './callbacks/index.ts'
import type { DeskContext } from './context.ts'
import { exporter, historyCalls } from './history/index.ts'
import { inspectorCalls } from './inspector/index.ts'
import { backups, maintenanceCalls, mutex, sealer } from './maintenance/index.ts'
import { operationCalls } from './operations/index.ts'
import { orderCalls } from './orders/index.ts'
import { paymentCalls } from './payments/index.ts'
import { profileCalls } from './profiles/index.ts'
import { coreContext, watchedJournal } from './requests/index.ts'
import { followers, resolution as makeResolution, resolutionCalls } from './resolution/index.ts'
import type { DeskControl, Emit, Services } from './services.ts'
import { lifecycle, sessionCalls } from './session/index.ts'
import { threeDSecureCalls } from './three-d-secure/index.ts'

/** Makes the desk out of its ports. `emit` sends events to the page. */
export function createDesk(given: Services, emit: Emit): { readonly calls: Desk; readonly control: DeskControl } {
  const services: Services = { ...given, journal: watchedJournal(given.journal, journalChanged) }
  const sealing = sealer(services, (link) => { void keeping.endIsMissing(link) })
  services.journal.whenLinked(() => { sealing.soon() })
  const core = coreContext(services, emit)
  const following = followers(core)
  const resolution = makeResolution(core, following)
  const desk: DeskContext = { ...core, following, resolution }
  const inTurn = mutex()
  const keeping = backups(services, inTurn, sealing, {
    entriesCame: () => { living.entriesCame() }, warned: () => { emit('maintenance.warned', null) },
  })
  const exports = exporter(services, emit, inTurn)
  const living = lifecycle(desk, { sealing, keeping, exports, journalChanged })

  function journalChanged(): void {
    emit('journal.changed', null)
    void resolution.plans.look()
  }

  const calls: Desk = {
    ...sessionCalls(services, living),
    ...profileCalls(desk, living),
    ...orderCalls(desk),
    ...operationCalls(desk),
    ...paymentCalls(desk),
    ...threeDSecureCalls(desk),
    ...callbackCalls(desk),
    ...inspectorCalls(desk),
    ...historyCalls(services, exports),
    ...resolutionCalls(resolution),
    ...maintenanceCalls({ services, emit, inTurn, sealing, keeping, journalChanged }),
  }
  return { calls, control: living.control }
}

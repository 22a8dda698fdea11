/** The trust in the history: compared at each unlock and after a restore, decided by an administrator. */
import type { Failure } from '#shared/model/answers/failure.ts'
import {
  carefulFrom, historyTrustOf, isExempt, keyToRemember, mayEndCareful, preconditionOf, type Careful,
  type HistoryEvidence, type HistoryTrust,
} from '#shared/model/history/history-trust.ts'
import type { Salvage } from '#shared/model/history/maintenance.ts'
import { failed, success, type Result } from '#shared/result.ts'
import { serialQueue } from '../../common/processes/serial-queue.ts'
import type { HistoryGuard } from '../history-guard.ts'
import { audited, note } from '../maintenance/index.ts'
import type { Services } from '../services.ts'
import { evidenceOf } from './evidence.ts'
import { orderAtGateway } from './gateway-question.ts'
import { newestNumber } from './newest-number.ts'

/** The guard of sends, and the transitions between the states of the history. */
export interface HistoryTrustKeeper extends HistoryGuard {
  /** The state as compared in this unlock; compares if needed. Fails if the vault or the journal fails. */
  state(): Promise<Result<HistoryTrust, Failure>>
  /** Compares file and keychain. Call at an unlock, before money can move. */
  compare(): Promise<void>
  /** Resolves when this run has compared, or found the desk locked. A new history is signed only after that. */
  whenCompared(): Promise<unknown>
  /** Call when the desk was locked: the next unlock compares again. */
  forget(): void
  /** Call when rows were added to the journal. */
  rowsCame(): void
  /** Writes the newest number to the keychain within 700 ms. Call before a lock and at the end. */
  finish(): Promise<void>
  /** Why the number cannot be written, as a sentence; null if it can. */
  problem(): string | null
  /** Runs a restore, which decides about a history that was behind, and compares after it. */
  duringRestore(restore: () => Promise<Result<Salvage, Failure>>): Promise<Result<Salvage, Failure>>
  /** Call when an administrator decides to continue with the current history. */
  goOn(reason: string): Promise<Result<null, Failure>>
  /** Call when an administrator ends the queries before each payment; refused before the period is over. */
  endQuestions(): Promise<Result<null, Failure>>
}

interface Parts {
  /** Called when the state may have changed. */
  readonly changed: () => void
  /** The current time by the clocks of gateways outside the sandbox, in milliseconds since 1970. */
  readonly gatewayTimes: () => readonly number[]
}

type Known =
  /** Without a keychain nothing lasting is signed or sent, so there is nothing to compare with. */
  | { readonly kind: 'no-keychain' }
  | { readonly kind: 'compared'; readonly trust: HistoryTrust; readonly evidence: HistoryEvidence }

const inOrder: HistoryTrust = { kind: 'in-order' }
const subject = 'History'
const nothingToDecide = failed({ code: 'history-not-behind' } as const)

/** Creates the service. Before the first comparison nothing that moves money is sent. */
export function historyTrust(services: Services, { changed, gatewayTimes }: Parts): HistoryTrustKeeper {
  const { journal, vault, system, log } = services
  const inTurn = serialQueue()
  const numbers = newestNumber(services, changed)
  const firstComparison = Promise.withResolvers<undefined>()
  let known: Known | null = null
  let session = 0

  const trustIn = (state: Known): HistoryTrust => state.kind === 'compared' ? state.trust : inOrder

  /** Returns the comparison of this unlock. One that began before a lock is not used after it. */
  async function compared(): Promise<Result<Known, Failure>> {
    if (known !== null) return success(known)
    const before = session
    const found = await find()
    if (!found.ok) return found
    if (before !== session) return failed({ code: 'desk-locked' })
    known = found.value
    await enterState(found.value)
    changed()
    return found
  }

  async function find(): Promise<Result<Known, Failure>> {
    const kept = await vault.historyRecord()
    if (!kept.ok) return kept
    if (kept.value.kind === 'nothing-kept') return success({ kind: 'no-keychain' })
    const { record } = kept.value
    const evidence = await evidenceOf({ journal, vault }, record)
    return evidence.ok
      ? success({ kind: 'compared', trust: historyTrustOf(evidence.value), evidence: evidence.value }) : evidence
  }

  async function enterState(state: Known): Promise<void> {
    if (state.kind === 'no-keychain') return
    const { trust, evidence } = state
    if (trust.kind === 'behind') {
      log('history-behind', { state: trust.why })
      await note(services, 'history-behind', subject, `Reason: ${trust.why}. Nothing that moves money is sent.`)
      return
    }
    const keyId = keyToRemember(evidence.record?.keyId ?? null, evidence)
    await numbers.begin({ keyId, careful: evidence.record?.careful ?? null })
  }

  /** Records the current file as accepted. If the keychain does not store that, nothing was decided. */
  async function accept(evidence: HistoryEvidence, careful: Careful | null): Promise<Result<null, Failure>> {
    const kept = await numbers.begin({ keyId: keyToRemember(null, evidence), careful })
    if (!kept.ok) {
      await numbers.end()
      known = null
      return kept
    }
    known = { kind: 'compared', trust: careful === null ? inOrder : { kind: 'careful', ...careful }, evidence }
    changed()
    return success(null)
  }

  /** SECURITY: with a clock that is behind, the period would begin, and so end, in the past. */
  async function newestTime(): Promise<number> {
    const newest = await journal.audit({ before: null, limit: 1 })
    const written = newest.ok ? newest.value.lines.map(({ at }) => Date.parse(at)) : []
    return Math.max(system.now(), ...gatewayTimes(), ...written)
  }

  const precondition: HistoryGuard['precondition'] = async (operation, environment) => {
    if (isExempt(operation, environment)) return success('none')
    const state = await inTurn(compared)
    if (!state.ok) return state
    const trust = trustIn(state.value)
    if (trust.kind === 'behind') return failed({ code: 'history-behind', why: trust.why })
    return success(preconditionOf(trust, operation, environment))
  }

  const permit: HistoryGuard['permit'] = async ({ operation, environment, merchantOrderId, reason }, askGateway) => {
    const required = await precondition(operation, environment)
    if (!required.ok) return required
    switch (required.value) {
      case 'none': return success(null)
      case 'confirmed-reason': return reason === null ? failed({ code: 'refund-reason-needed' }) : success(null)
      case 'gateway-question': {
        if (merchantOrderId === null) return failed({ code: 'gateway-answer-unclear' })
        const queried = await askGateway()
        if (!queried.ok) return queried
        const found = orderAtGateway(queried.value, merchantOrderId)
        if (found === 'known') return failed({ code: 'gateway-knows-order' })
        return found === 'unclear' ? failed({ code: 'gateway-answer-unclear' }) : success(null)
      }
    }
  }

  return {
    precondition,
    permit,
    async state() {
      const state = await inTurn(compared)
      return state.ok ? success(trustIn(state.value)) : state
    },
    isCareful: () => known !== null && trustIn(known).kind === 'careful',
    async aboutToSend(environment) {
      if (environment !== 'sandbox') await numbers.beforeSend()
    },
    async compare() {
      const state = await inTurn(compared)
      if (!state.ok) log('history-not-compared', { code: state.failure.code })
      firstComparison.resolve(undefined)
    },
    whenCompared: () => firstComparison.promise,
    forget() {
      firstComparison.resolve(undefined)
      session += 1
      known = null
      void numbers.end()
    },
    rowsCame: () => { numbers.soon() },
    finish: () => numbers.finish(),
    problem: () => numbers.problem(),
    duringRestore: (restore) => inTurn(async () => {
      const before = await compared()
      const trust = before.ok ? trustIn(before.value) : null
      await numbers.end()
      // SECURITY: another chain replaces the compared one, so nothing is sent before that one was compared.
      known = null
      const restored = await restore()
      if (before.ok && before.value.kind === 'no-keychain') known = before.value
      else if (restored.ok) await afterRestore(trust, restored.value)
      else await compared()
      return restored
    }),
    goOn: (reason) => inTurn(async () => {
      const state = await compared()
      if (!state.ok) return state
      if (state.value.kind !== 'compared' || state.value.trust.kind !== 'behind') return nothingToDecide
      const { evidence } = state.value
      const careful = carefulFrom('gone-on', await newestTime())
      const line = { action: 'gateway-questions-begun', subject, detail: `Gone on. Reason: ${reason}` } as const
      return await audited(services, line, () => accept(evidence, careful))
    }),
    endQuestions: () => inTurn(async () => {
      const state = await compared()
      if (!state.ok) return state
      if (state.value.kind !== 'compared' || state.value.trust.kind !== 'careful') return nothingToDecide
      const { trust, evidence } = state.value
      // SECURITY: a clock that is ahead must not end the period early.
      if (!mayEndCareful(trust, Math.min(system.now(), ...gatewayTimes()))) {
        return failed({ code: 'too-early-to-end', from: trust.endsNotBefore })
      }
      return await audited(services, { action: 'gateway-questions-ended', subject }, () => accept(evidence, null))
    }),
  }

  /**
   * After a complete restore over a history that was not behind, the state does not change. After any other restore the
   * gateway is queried before each payment: the administrator accepted that with the restore.
   */
  async function afterRestore(before: HistoryTrust | null, { lost, waiting }: Salvage): Promise<void> {
    const found = await find()
    if (!found.ok || found.value.kind !== 'compared') return
    const isComplete = lost === 0 && waiting === 0
    const isUnchanged = isComplete && before !== null && before.kind !== 'behind'
    if (!isUnchanged) await note(services, 'gateway-questions-begun', subject, 'A backup was restored.')
    const careful = isUnchanged ? carefulIn(before) : carefulFrom('restored', await newestTime())
    const accepted = await accept(found.value.evidence, careful)
    if (!accepted.ok) log('history-not-compared', { code: accepted.failure.code })
  }
}

function carefulIn(trust: HistoryTrust): Careful | null {
  if (trust.kind !== 'careful') return null
  const { kind: _kind, ...careful } = trust
  return careful
}

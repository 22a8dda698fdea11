/** The team of this desk: connects to it, claims before money moves, delivers events. */
import type { DeskId, UtcTime } from '#shared/brands.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import type { TeamConnection, TeamState } from '#shared/model/team/team-state.ts'
import { failed, success, type Result } from '#shared/result.ts'
import { isKeyEvent } from '#shared/team/destination-key.ts'
import type { Intent } from '../../journal/port.ts'
import type { Membership, TeamFailure, TeamJournalPort } from '../../team/port.ts'
import type { Emit, Services } from '../services.ts'
import { alone } from './claims/working-alone.ts'
import { claimFor, isClaimed, type Accepted } from './claims/claims.ts'
import { collisions } from './claims/collisions.ts'
import { noteStatement } from './administration/desk-statements.ts'
import { desksOfOlderTables, exchange, identifyAndCompare, noneWaits, whyNotAdmitted } from './delivery/contact.ts'
import { createCopying, type Source } from './delivery/copying.ts'
import { deliver, type DeliveryFailure } from './delivery/delivery.ts'
import { describeTeam } from './describe-team.ts'
import { keptLogin, keptSecret } from './membership/login.ts'
import { createPeriodicWork } from './delivery/periodic-work.ts'
import { isRehearsing } from './merchants.ts'
import { refusalOf, unavailable, unexpected, unreadable } from './refusals.ts'
import { continueWithout } from './delivery/went-back.ts'
import type { Team } from './team-port.ts'
import { serialQueue } from '../../common/processes/serial-queue.ts'
import { utcTime } from '../../common/processes/time.ts'

/** Intervals of reading new events, and of trying to reach an unreachable team. */
const pollMs = 2_000
const retryMs = 10_000

/** Creates the team service. Without a membership every call does nothing, or reports that there is no team. */
export function createTeam(services: Services, emit: Emit): Team {
  const { journal, membership: memberships, system } = services
  const inTurn = serialQueue()
  const workingAlone = alone(services)
  let port: TeamJournalPort | null = null
  let connection: TeamConnection = { kind: 'connecting' }
  let lastAt: UtcTime | null = null
  let cancelNext: () => void = () => undefined
  let isResting = true
  /** True once this run has compared both ends; nothing is claimed before. */
  let hasCompared = false
  const collided = collisions(services)
  const labels = new Map<DeskId, string>()
  let waiting = noneWaits
  /** The state that was last emitted to the page. */
  let lastEmitted = ''
  const periodicWork = createPeriodicWork(services)
  const copying = createCopying(services, emit)
  let source: Source | null = null

  const membership = (): Membership | null => {
    const read = memberships.read()
    return read === 'unreadable' ? null : read
  }

  function setConnection(next: TeamConnection): void {
    const isNews = next.kind !== connection.kind
    connection = next
    if (isNews) emit('team.changed', null)
  }

  function lost(failure: TeamFailure): void {
    const { code, detail, technical } = failure
    if (code === 'desk-not-admitted') setConnection({ kind: 'not-admitted' })
    else setConnection({ kind: 'unreachable', problem: { code, detail, technical }, lastAt })
    hasCompared = false
  }

  /** Closes the connections; new ones are opened at the next query. */
  function reopen(): void {
    cancelNext()
    void port?.close()
    const member = membership()
    port = member === null
      ? null
      : services.teams.open(keptLogin(services, member.address), keptSecret(services, member.deskId))
    if (member !== null) services.otherDesks.begin(member.deskId)
    hasCompared = false
    source = null
    setConnection({ kind: 'connecting' })
  }

  /** Runs a query of the team. An unexpected reply becomes a failure and does not end the contact. */
  async function safely<Value>(work: () => Promise<Value>, otherwise: (failure: TeamFailure) => Value): Promise<Value> {
    try {
      return await work()
    } catch (error) {
      services.log('team-answer-unexpected', { error: error instanceof Error ? error.name : 'unknown' })
      return otherwise(unexpected)
    }
  }

  function failedBy(failure: DeliveryFailure): void {
    if (failure.of === 'journal') {
      services.log('team-not-delivered', { code: failure.failure.code })
      setConnection({
        kind: 'unreachable', lastAt,
        problem: { code: failure.failure.code, detail: 'The history of this computer could not be read or written.', technical: null },
      })
      hasCompared = false
    } else if (failure.failure.code === 'chain-forked') setConnection({ kind: 'forked' })
    else lost(failure.failure)
  }

  /** Compares both ends, once per run. False: nothing may be claimed or delivered. */
  async function ready(team: TeamJournalPort, member: Membership): Promise<boolean> {
    if (connection.kind === 'forked') return false
    if (hasCompared) return true
    const joined = await identifyAndCompare(services, team, member)
    // Another connection replaced this one meanwhile.
    if (team !== port) return false
    if (!joined.ok) {
      failedBy(joined.failure)
      return false
    }
    if (joined.value.kind === 'forked' || joined.value.kind === 'not-admitted') {
      setConnection(joined.value)
      return false
    }
    // Collisions that the database reported in an earlier run.
    const known = await team.collisions(member.deskId)
    if (known.ok) await collided.add(known.value)
    hasCompared = true
    setConnection(joined.value.kind === 'went-back' ? joined.value : { kind: 'connected' })
    return true
  }

  const sourceOf = (team: TeamJournalPort, own: DeskId, desks: Source['desks']): Source =>
    ({ team, own, desks, isWanted: () => !isResting && team === port })

  /** Makes one contact; returns whether more events wait to be read. */
  async function contactNow(): Promise<boolean> {
    source = null
    const [team, member] = [port, membership()]
    if (team === null || member === null || isResting) return false
    if (!await ready(team, member)) {
      const desks = await desksOfOlderTables(connection, team, member.deskId)
      if (desks !== null) source = sourceOf(team, member.deskId, desks)
      return false
    }
    const exchanged = await exchange(services, team, member)
    if (team !== port) return false
    if (!exchanged.ok) {
      failedBy(exchanged.failure)
      return false
    }
    const { desks, events, missingOf, more, notClosed, delivered } = exchanged.value
    lastAt = utcTime(system.now())
    const isNews = await collided.add(exchanged.value.collisions) || events.length > 0 || delivered > 0
    for (const { deskId, label } of desks) labels.set(deskId, label)
    source = sourceOf(team, member.deskId, desks)
    waiting = exchanged.value.waiting
    if (desks.some(({ deskId, isAdmitted }) => deskId === member.deskId && !isAdmitted)) {
      setConnection(whyNotAdmitted(desks, member.deskId))
      hasCompared = false
      return false
    }
    workingAlone.learn(events, exchanged.value.now)
    await workingAlone.catchUp(team, member.deskId)
    if (events.some(({ kind }) => isKeyEvent(kind))) periodicWork.shareSoon()
    // The event `state` repeats a closing that the team did not accept before.
    if (events.some(({ kind }) => kind === 'closing' || kind === 'state')) periodicWork.readClosingsSoon()
    if (missingOf.length > 0) setConnection({ kind: 'went-back', missingOf })
    if (isNews) emit('team.changed', null)
    const kept = await periodicWork.after(team, notClosed.length > 0)
    if (!kept.ok && team === port) failedBy(kept.failure)
    return kept.ok && more
  }

  const contact = (): Promise<boolean> => inTurn(() => safely(contactNow, (failure) => {
    lost(failure)
    return false
  }))

  async function contactAndPlan(): Promise<void> {
    const more = await contact()
    // Not awaited: copying must not delay the next contact.
    if (source !== null) void copying.from(source).then(emitNews)
    await emitNews()
    plan(more)
  }

  /** Contacts the team until everything is read; claims may run in between. */
  async function contactFully(): Promise<TeamState> {
    while (await contact());
    if (source !== null) await copying.from(source)
    await emitNews()
    plan()
    return await describe()
  }

  const isReachable = (): boolean => connection.kind !== 'unreachable' && connection.kind !== 'not-admitted'

  function plan(more = false): void {
    cancelNext()
    if (isResting || port === null) return
    cancelNext = system.schedule(more ? 0 : isReachable() ? pollMs : retryMs, () => {
      void contactAndPlan()
    })
  }

  const describe = (): Promise<TeamState> =>
    describeTeam(services, { connection, collisions: collided.open, labels, waiting, alone: workingAlone, copying })

  /** Emits changes to the page: pending events, desks that work alone, why the team cannot be reached. */
  async function emitNews(): Promise<void> {
    if (isResting || memberships.read() === null) return
    // Without the time of the last complete copy, which changes at every contact.
    const news = JSON.stringify(await describe(), (name, value: unknown) => (name === 'upToDateAt' ? null : value))
    if (news !== lastEmitted) emit('team.changed', null)
    lastEmitted = news
  }

  async function claimNow(intent: Intent, accepted: Accepted): Promise<Result<null, Failure>> {
    const [team, member] = [port, membership()]
    if (team === null || member === null) return failed(refusalOf(unreadable))
    // SECURITY: a claim that waited in the queue when the desk was locked must not connect any more.
    if (isResting) return failed({ code: 'desk-locked' })
    if (!await ready(team, member) || connection.kind === 'went-back') return failed(refusalOf(connection))
    const delivered = await deliver(journal, team, { past: false })
    if (!delivered.ok) {
      if (team === port) failedBy(delivered.failure)
      return failed(delivered.failure.of === 'journal' ? delivered.failure.failure : refusalOf(connection))
    }
    const claimed = await claimFor(services, team, intent, accepted)
    if (claimed.ok) {
      lastAt = utcTime(system.now())
      return success(null)
    }
    if (claimed.failure.unreachable !== null && team === port) lost(claimed.failure.unreachable)
    return failed(claimed.failure.failure)
  }

  async function begin(): Promise<TeamState> {
    collided.clear()
    periodicWork.shareSoon()
    periodicWork.readClosingsSoon()
    waiting = noneWaits
    reopen()
    emit('team.changed', null)
    return await contactFully()
  }

  return {
    describe, begin, membership,
    alone: workingAlone,
    journal: () => port,
    start: reopen,
    resume() {
      isResting = false
      // Not awaited, so that unlocking does not wait for the network.
      void contactAndPlan()
    },
    rest() {
      isResting = true
      reopen()
    },
    stop() {
      isResting = true
      cancelNext()
      void port?.close()
    },
    claiming(intent) {
      if (memberships.read() === null || !isClaimed(intent, isRehearsing(memberships))) return intent
      return { ...intent, claims: workingAlone.isAlone(intent.merchantKey ?? null) ? 'later' : 'before' }
    },
    refuses: (environment) => environment === 'production' && isRehearsing(memberships),
    claim: (intent, accepted) => inTurn(() => safely(
      () => claimNow(intent, accepted), (failure) => failed(unavailable(failure.code, failure.detail)),
    )),
    // In the queue: nothing may be appended while a head is being published.
    allowAlone: (request) => inTurn(() => workingAlone.allow({ ...request, label: membership()?.label ?? '' })),
    append: (drafts) => inTurn(async () => {
      for (const draft of drafts) {
        const noted = await journal.teamAppend(draft)
        if (!noted.ok) return noted
      }
      return success(null)
    }),
    closeCollision: (entryId, reason) => inTurn(() => collided.close(entryId, reason)),
    stateOfDesk: (statement) => inTurn(() => {
      periodicWork.shareSoon()
      return noteStatement(services, statement)
    }),
    contact: contactFully,
    async goOn() {
      if (connection.kind !== 'went-back') return success(null)
      const { missingOf } = connection
      const noted = await inTurn(() => continueWithout(services, missingOf))
      if (!noted.ok) return noted
      setConnection({ kind: 'connected' })
      await contactFully()
      return noted
    },
  }
}

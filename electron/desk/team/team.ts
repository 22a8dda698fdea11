/** The team that this desk is in: connected, asked before money moves, told what happened. */
import type { DeskId, EntryId, UtcTime } from '#shared/brands.ts'
import type { Failure } from '#shared/model/failure.ts'
import type { TeamConnection, TeamState } from '#shared/model/team-state.ts'
import { failed, success, type Result } from '#shared/result.ts'
import { isOfATeam, slotOf, type Claiming } from '#shared/team/claim-of.ts'
import type { Intent } from '../../journal/port.ts'
import type { Membership, TeamFailure, TeamJournalPort } from '../../team/port.ts'
import type { Emit, Services } from '../services.ts'
import { alone, type Alone } from './alone.ts'
import { claimFor, type Accepted } from './claims.ts'
import { exchange, findAgain } from './contact.ts'
import { deliver, type DeliveryFailure } from './delivery.ts'
import { tellEndedAgain } from './ended-claims.ts'
import { publishHead } from './heads.ts'
import { keptLogin } from './login.ts'
import { oneByOne } from './one-by-one.ts'
import { utcTime } from '../../common/time.ts'

/** How often the team is asked what is new, and how soon an unreachable one is tried again. */
const pollMs = 2_000
const retryMs = 10_000
const lookAfterMs = 60_000
const mostSeldomMs = 60 * 60_000

export interface Team {
  /** Takes up the team that this desk is in, if any. Once, before anything is sent. */
  start(): Promise<void>
  stop(): void
  /** How an intent claims: its merchant is the team's, and it creates an order or acts on one. */
  claiming(intent: Intent): Intent
  /** The permission to send an intent that claims `before`: only a success permits it, and at once. */
  claim(intent: Intent, accepted: Accepted): Promise<Result<null, Failure>>
  describe(): Promise<TeamState>
  /** Connects now; answers how it stands then. */
  contact(): Promise<TeamState>
  /** A team was joined or left: begins again with what the membership says. */
  begin(): Promise<TeamState>
  /** People have seen that the database went back in time: claims are made again. False where it did not. */
  goOn(): Promise<boolean>
  /** The open team; null in none. */
  journal(): TeamJournalPort | null
  membership(): Membership | null
  /** As `Alone.allow`, for this desk. */
  allowAlone(request: Omit<Parameters<Alone['allow']>[0], 'label'>): Promise<Result<null, Failure>>
  readonly alone: Alone
}

/** Makes it. Without a membership everything answers at once that there is no team. */
export function createTeam(services: Services, emit: Emit): Team {
  const { journal, membership: memberships, system } = services
  const inTurn = oneByOne()
  const workingAlone = alone(services)
  let port: TeamJournalPort | null = null
  let connection: TeamConnection = { kind: 'connecting' }
  let lastAt: UtcTime | null = null
  let cancelNext: () => void = () => undefined
  let stopped = false
  /** True once this run compared both ends: until then nothing is claimed. */
  let found = false
  const collisions = new Set<EntryId>()
  /** When ended claims are told again, and the next head is signed, by the clock that nobody sets. */
  let tellAt = 0
  let headAt = 0
  let tellEveryMs = lookAfterMs

  const membership = (): Membership | null => {
    const read = memberships.read()
    return read === 'unreadable' ? null : read
  }

  function stands(next: TeamConnection): void {
    const isNews = next.kind !== connection.kind
    connection = next
    if (isNews) emit('team.changed', null)
  }

  function lost(failure: TeamFailure): void {
    const { code, detail, technical } = failure
    stands({ kind: 'unreachable', problem: { code, detail, technical }, lastAt })
    found = false
  }

  function failedBy(failure: DeliveryFailure): void {
    if (failure.of === 'journal') {
      services.log('team-not-delivered', { code: failure.failure.code })
      stands({
        kind: 'unreachable', lastAt,
        problem: { code: failure.failure.code, detail: 'The history of this computer could not be read or written.', technical: null },
      })
      found = false
    } else if (failure.failure.code === 'chain-forked') stands({ kind: 'forked' })
    else lost(failure.failure)
  }

  /** Compares both ends where this run has not yet. False: nothing may be claimed or delivered. */
  async function ready(team: TeamJournalPort, member: Membership): Promise<boolean> {
    if (connection.kind === 'forked') return false
    if (found) return true
    const joined = await findAgain(services, team, member)
    if (!joined.ok) {
      failedBy(joined.failure)
      return false
    }
    if (joined.value.kind === 'forked') {
      stands({ kind: 'forked' })
      return false
    }
    found = true
    if (joined.value.kind === 'went-back') stands({ kind: 'went-back', missingOf: joined.value.missingOf })
    else if (connection.kind !== 'went-back') stands({ kind: 'connected' })
    return true
  }

  async function contactNow(): Promise<void> {
    const member = membership()
    if (port === null || member === null || stopped) return
    if (!await ready(port, member)) return
    const exchanged = await exchange(services, port, member)
    if (!exchanged.ok) {
      failedBy(exchanged.failure)
      return
    }
    lastAt = utcTime(system.now())
    if (!await lookAfter(port, exchanged.value.notClosed.length > 0)) return
    const before = collisions.size
    for (const entryId of exchanged.value.collisions) collisions.add(entryId)
    workingAlone.learn(exchanged.value.events)
    const { wentBack } = exchanged.value
    if (wentBack.length > 0 && connection.kind === 'connected') stands({ kind: 'went-back', missingOf: wentBack })
    if (collisions.size !== before || exchanged.value.events.length > 0) emit('team.changed', null)
  }

  /** What is done now and then while the team is reached: claims that ended are told again, and a head is published. */
  async function lookAfter(team: TeamJournalPort, areNotClosed: boolean): Promise<boolean> {
    if (areNotClosed) {
      tellAt = Math.min(tellAt, system.monotonic() + tellEveryMs)
      // What a person without the right closed stays open for good: it is told ever more seldom.
      tellEveryMs = Math.min(tellEveryMs * 2, mostSeldomMs)
    }
    if (system.monotonic() < Math.min(tellAt, headAt)) return true
    if (system.monotonic() >= tellAt) {
      tellAt = Infinity
      const told = await tellEndedAgain(services, team)
      if (!told.ok) {
        tellAt = 0
        failedBy(told.failure)
        return false
      }
    }
    const stands = await journal.teamDelivery()
    if (!stands.ok || stands.value === null || stands.value.waiting > 0 || system.monotonic() < headAt) return true
    headAt = system.monotonic() + lookAfterMs
    const published = await publishHead(services, team, stands.value)
    if (!published.ok) failedBy(published.failure)
    return published.ok
  }

  function plan(): void {
    cancelNext()
    if (stopped || port === null) return
    cancelNext = system.schedule(connection.kind === 'unreachable' ? retryMs : pollMs, () => {
      void inTurn(contactNow).then(plan)
    })
  }

  async function describe(): Promise<TeamState> {
    const read = memberships.read()
    if (read === null) return { state: 'none' }
    const delivery = await journal.teamDelivery()
    const known = delivery.ok ? delivery.value : null
    if (read === 'unreadable') {
      return {
        state: 'member', deskId: known?.deskId ?? '0'.repeat(32) as DeskId, label: '', connection: unreadable,
        address: { host: '', port: 5_432, database: '', user: '', authorities: '' },
        waiting: known?.waiting ?? 0, historyWaiting: known?.historyWaiting ?? 0, alone: [], collisions: [],
      }
    }
    return {
      state: 'member', deskId: read.deskId, label: read.label, address: read.address, connection,
      waiting: known?.waiting ?? 0, historyWaiting: known?.historyWaiting ?? 0,
      alone: workingAlone.now(read.label), collisions: [...collisions],
    }
  }

  async function begin(): Promise<TeamState> {
    cancelNext()
    await port?.close()
    collisions.clear()
    found = false
    const member = membership()
    connection = { kind: 'connecting' }
    port = member === null ? null : services.teams.open(keptLogin(services, member.address))
    await inTurn(contactNow)
    plan()
    emit('team.changed', null)
    return await describe()
  }

  return {
    describe, begin, membership,
    alone: workingAlone,
    journal: () => port,
    async start() {
      const member = membership()
      if (member === null) return
      port = services.teams.open(keptLogin(services, member.address))
      // Nobody waits for the network at a start.
      void inTurn(contactNow).then(plan)
    },
    stop() {
      stopped = true
      cancelNext()
      void port?.close()
    },
    claiming(intent) {
      if (memberships.read() === null || !isClaimed(intent)) return intent
      return { ...intent, claims: workingAlone.isAlone(intent.merchantKey ?? null) ? 'later' : 'before' }
    },
    claim: (intent, accepted) => inTurn(async () => {
      const member = membership()
      if (port === null || member === null) return failed(standing(unreadable))
      if (!await ready(port, member)) return failed(standing(connection))
      if (connection.kind === 'went-back') return failed(standing(connection))
      const delivered = await deliver(journal, port, { past: false })
      if (!delivered.ok) {
        failedBy(delivered.failure)
        return failed(delivered.failure.of === 'journal' ? delivered.failure.failure : standing(connection))
      }
      const claimed = await claimFor(services, port, intent, accepted)
      if (claimed.ok) {
        lastAt = utcTime(system.now())
        return success(null)
      }
      if (claimed.failure.unreachable !== null) lost(claimed.failure.unreachable)
      return failed(claimed.failure.failure)
    }),
    // In turn: nothing may be appended while a head is being published.
    allowAlone: (request) => inTurn(() => workingAlone.allow({ ...request, label: membership()?.label ?? '' })),
    async contact() {
      await inTurn(contactNow)
      plan()
      return await describe()
    },
    async goOn() {
      if (connection.kind !== 'went-back') return false
      stands({ kind: 'connected' })
      await inTurn(contactNow)
      return true
    },
  }
}

const unreadable = {
  kind: 'unreachable', lastAt: null,
  problem: {
    code: 'membership-unreadable', technical: null,
    detail: 'The file that says which team this desk is in cannot be read. An administrator leaves the team and joins it '
      + 'again.',
  },
} as const satisfies TeamConnection

function isClaimed(intent: Intent): boolean {
  const { merchantKey, environment, url } = intent
  if (merchantKey === undefined || !isOfATeam({ environment, url, merchantKey })) return false
  const claiming: Claiming = { ...intent, merchantKey }
  return slotOf(claiming) !== null
}

/** Why nothing is claimed while the connection stands so. */
function standing(connection: TeamConnection): Failure {
  switch (connection.kind) {
    case 'went-back':
    case 'forked':
      return { code: 'team-behind', why: connection.kind }
    case 'unreachable': return unavailable(connection.problem.code, connection.problem.detail)
    default: return unavailable('connecting', 'The connection to the team is being made. Try again in a moment.')
  }
}

function unavailable(why: string, detail: string): Failure {
  return { code: 'team-unavailable', why, detail }
}


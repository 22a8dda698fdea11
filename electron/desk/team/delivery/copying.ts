/**
 * Copies the other desks' records to this computer, where the history reads them. It uses the connection for reading,
 * which delays no claim. A failure here never prevents sending.
 */
import type { DeskId, EntryId } from '#shared/brands.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import type { CopiedLogs } from '#shared/model/team/team-state.ts'
import { success, type Result } from '#shared/result.ts'
import { utcTime } from '../../../common/processes/time.ts'
import type { OtherDesksPort } from '../../../journal/other-desks/port.ts'
import type { TeamDesk, TeamJournalPort } from '../../../team/port.ts'
import type { Emit, Services } from '../../services.ts'

type Ports = Pick<Services, 'journal' | 'otherDesks' | 'system' | 'log'>

const entriesAtOnce = 500
/** A position after the end of every log. */
const beyondAll = Number.MAX_SAFE_INTEGER
/** Interval of refreshing lists while much is copied. */
const refreshEveryMs = 2_000
/** Number of parts that a caller waits for; the rest is copied later. */
const partsWaitedFor = 20

/** A team to copy from: its journal, this desk's id in it, and the ends of all desks' logs. */
export interface Source {
  readonly team: TeamJournalPort
  readonly own: DeskId
  readonly desks: readonly TeamDesk[]
  /** False once the desk is locked, or another connection replaced this one. */
  readonly isWanted: () => boolean
}

/** Creates the copying service. */
export function createCopying({ journal, otherDesks, system, log }: Ports, emit: Emit) {
  let stopped: CopiedLogs['stopped'] = null
  let ends: ReadonlyMap<DeskId, number> = new Map()
  let running: Promise<boolean> | null = null
  let notifiedAt = 0
  /** Connections for which entries of this desk were compared with the copies. */
  const compared = new WeakSet<TeamJournalPort>()

  /** Copies the next part. Returns whether more may be left. */
  async function copyPart(port: OtherDesksPort, { team, own, desks }: Source): Promise<boolean> {
    // While the disk is full, reading from the team would be useless.
    if (stopped === 'disk-full' && !await hasSpace(port)) return false
    const others = desks.filter(({ deskId }) => deskId !== own)
    const state = await port.state()
    if (!state.ok) return stop('unusable')
    const from = state.value.desks.map(({ deskId, number, isContradicted }) =>
      ({ deskId, number: isContradicted ? beyondAll : number }))
    const copied = new Map(from.map(({ deskId, number }) => [deskId, number]))
    const isBehind = others.some(({ deskId, position }) => (copied.get(deskId) ?? 0) < position.number)
    const fed = isBehind
      ? await team.feed([], [...from, { deskId: own, number: beyondAll }])
      : success({ events: [], more: false })
    if (!fed.ok) return false
    const { events, more } = fed.value
    const known = await knownHere(journal, events.flatMap(({ entryId }) => entryId ?? []))
    if (!known.ok) return stop('unusable')
    const done = await port.copy({
      desks: others.map(({ deskId, label, publicKey, isAdmitted }) => ({ deskId, label, publicKey, isAdmitted })),
      events, own: known.value,
      upToDateAt: more ? null : utcTime(system.now()),
    })
    if (!done.ok) return stop('unusable')
    if (!done.value.copied) return stop('disk-full')
    stopped = null
    if (events.length > 0) notify(more)
    return more && events.length > 0
  }

  function stop(why: Exclude<CopiedLogs['stopped'], null>): false {
    if (stopped !== why) log('copying-stopped', { state: why })
    stopped = why
    return false
  }

  function notify(isMoreToCome: boolean): void {
    if (isMoreToCome && system.monotonic() - notifiedAt < refreshEveryMs) return
    notifiedAt = system.monotonic()
    emit('journal.changed', null)
  }

  async function copySome(source: Source): Promise<boolean> {
    const port = await otherDesks.port()
    if (port === null) return stop('unusable')
    try {
      // Once per connection, and here, so that no claim waits for queries of the copies.
      const adopted = compared.has(source.team) ? null : await journal.adoptedEntries()
      if (adopted?.ok === true) await showOwnOnce({ journal, otherDesks }, adopted.value)
      compared.add(source.team)
      for (let part = 0; part < partsWaitedFor; part += 1) {
        if (!source.isWanted() || !await copyPart(port, source)) return false
      }
      return true
    } catch (error) {
      // SECURITY: the database's administrator can return anything; nothing of it may end the application.
      log('team-answer-unexpected', { error: error instanceof Error ? error.name : 'unknown' })
      return false
    }
  }

  async function continueCopying(source: Source): Promise<void> {
    while (source.isWanted() && await runOnce(source));
  }

  async function runOnce(source: Source): Promise<boolean> {
    running ??= copySome(source).finally(() => { running = null })
    return await running
  }

  return {
    /**
     * Copies everything. Resolves when that is done, or earlier if it takes long; then it continues in the background.
     */
    async from(source: Source): Promise<void> {
      ends = new Map(source.desks.filter(({ deskId }) => deskId !== source.own)
        .map(({ deskId, position }) => [deskId, position.number]))
      if (await runOnce(source)) void continueCopying(source)
    },
    async describe(): Promise<CopiedLogs> {
      const state = await (await otherDesks.port())?.state()
      if (state?.ok !== true) return { upToDateAt: null, waiting: 0, stopped: 'unusable', contradicted: [] }
      const desks = state.value.desks.filter(({ isContradicted }) => !isContradicted)
      const copied = new Map(desks.map(({ deskId, number }) => [deskId, number]))
      const contradicted = state.value.desks.filter(({ isContradicted }) => isContradicted)
      const known = [...ends].filter(([deskId]) => !contradicted.some((one) => one.deskId === deskId))
      return {
        upToDateAt: state.value.upToDateAt, stopped, contradicted: contradicted.map(({ label }) => label),
        waiting: known.reduce((sum, [deskId, end]) => sum + Math.max(end - (copied.get(deskId) ?? 0), 0), 0),
      }
    },
  }
}

export type Copying = ReturnType<typeof createCopying>

/**
 * Shows each entry once. Entries in this desk's history are hidden in the copies; entries that it lost (after a
 * restore) are shown from the copies again. `adopted`: entries that this desk has adopted.
 */
export async function showOwnOnce(
  { journal, otherDesks }: Pick<Ports, 'journal' | 'otherDesks'>, adopted: readonly EntryId[],
): Promise<void> {
  const port = await otherDesks.port()
  if (port === null) return
  for (let asked = adopted, after = ''; ;) {
    const known = await knownHere(journal, asked)
    if (!known.ok) return
    await port.updateOwnEntries({ checked: asked, own: known.value })
    const next: Awaited<ReturnType<OtherDesksPort['ownEntries']>> = await port.ownEntries({ after, limit: entriesAtOnce })
    const last = next.ok ? next.value.at(-1) : undefined
    if (!next.ok || last === undefined) return
    after = last
    asked = next.value
  }
}

async function hasSpace(port: OtherDesksPort): Promise<boolean> {
  const tried = await port.copy({ desks: [], events: [], own: [], upToDateAt: null })
  return tried.ok && tried.value.copied
}

async function knownHere(
  journal: Ports['journal'], entryIds: readonly EntryId[],
): Promise<Result<readonly EntryId[], Failure>> {
  return entryIds.length === 0 ? success([]) : await journal.knownEntries({ entryIds: [...new Set(entryIds)] })
}

// The screen of the team over a main side with given answers.
import type { DeskId, EntryId, MerchantKey, UtcTime } from '#shared/brands.ts'
import type { Person } from '#shared/model/application/access.ts'
import { merchantKeyAt } from '#shared/model/profiles/merchant.ts'
import type { TeamMember, TeamState, WorkingAlone } from '#shared/model/team/team-state.ts'
import { success } from '#shared/result.ts'
import { flushScreen, openScreen, type Screen } from '../screen-support/open.ts'
import { allCopied } from '../screen-support/team.ts'
import { ada, otto, unlockedBy } from '../support/access.ts'
import { button, click, field, type } from '../support/mount.ts'
import { text } from '../../support/texts.ts'

export type Answers = Parameters<typeof openScreen>[1]

/** Used in these tests only. */
export const password = 'planted-in-a-test'

/** In the format of main. */
export const aFingerprint = (pair: string): string => Array<string>(32).fill(pair).join(':')

/** A desk that is connected and has delivered everything. */
export function aMember(changes: Partial<TeamMember> = {}): TeamMember {
  return {
    state: 'member', deskId: 'd'.repeat(32) as DeskId, label: 'Front office 2', fingerprint: aFingerprint('d0'),
    address: { host: 'db.example', port: 5_432, database: 'team', user: 'anna', authorities: '' },
    connection: { kind: 'connected' }, rehearsal: false, comparesDestinations: true, waiting: 0, historyWaiting: 0, alone: [], collisions: [],
    notAdmitted: [], moreNotAdmitted: 0, copied: allCopied, ...changes,
  }
}

export const unreachable: TeamMember['connection'] = {
  kind: 'unreachable', lastAt: '2026-11-20T09:41:07.120Z' as UtcTime,
  problem: { code: 'unreachable', detail: 'It could not be reached.', technical: 'ECONNREFUSED' },
}

/** The merchant of `aProfile` works alone. */
export function worksAlone(changes: Partial<WorkingAlone> = {}): WorkingAlone {
  return {
    merchantKey: merchantKeyAt('https://staging.gate.example', 'gw', 'acme-shop') as MerchantKey, deskLabel: 'Front office 2',
    isThisDesk: true, who: 'm.keller', reason: 'line is down', until: '2026-11-20T10:41:00.000Z' as UtcTime, ...changes,
  }
}

export const anEntry = '0123456789abcdef' as EntryId

/** Opens it as a person of the desk, with this state of the team. */
export async function openTeam(
  state: TeamState, answers: Answers = {}, person: Person = ada, path = '/team',
): Promise<Screen> {
  return await openScreen(path, {
    'access.describe': () => success(unlockedBy(person)), 'access.persons': () => success([ada, otto]),
    'resolution.list': () => success([]), 'team.describe': () => success(state), 'team.waitingTime': () => success({ minutes: 120 }), ...answers,
  })
}

export const dialog = (): HTMLElement => document.querySelector<HTMLElement>('[role="dialog"]')!

/** Presses a button and waits until pending work is done. */
export async function press(name: string, within: ParentNode = document): Promise<void> {
  await click(button(name, within))
  await flushScreen()
}

/** Fills in the form for joining as a person does, with the given changes. */
export async function fillJoin(changes: Readonly<Record<string, string>> = {}): Promise<void> {
  const values: Record<string, string> = {
    host: 'db.example', database: 'team', user: 'anna', password, label: 'Front office 2', ...changes,
  }
  for (const [name, value] of Object.entries(values)) await type(field(text(`team.field.${name}` as never)), value)
}

export const buttonNames = (): string[] => [...document.querySelectorAll('main button')]
  .map((one) => one.getAttribute('aria-label') ?? (one.textContent ?? '').trim())

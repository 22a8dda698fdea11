/** Confirmations that are too long for one message box are divided into several, one after the other. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import type { ProfileId } from '#shared/brands.ts'
import { fitsBox } from '../../../../electron/common/boxes/outside-question.ts'
import type { OutsideQuestion } from '../../../../electron/desk/services.ts'
import { unlimited } from '../../../support/fixtures/limits.ts'
import { closeAll } from '../support.ts'
import { openAgain, openProtected, type ProtectedDesk } from './support.ts'

afterEach(closeAll)

const currencies = ['USD', 'EUR', 'GBP', 'CHF', 'SEK', 'NOK', 'DKK', 'PLN', 'CZK']

interface StoredProfiles { profiles: { id: ProfileId; name: string }[]; confirmations: Record<string, unknown> }

/** Starts again after a change of the file of profiles; every box is recorded and answered by `answer`. */
async function restarted(
  desk: ProtectedDesk, change: (file: StoredProfiles) => void,
  answer: (questions: readonly OutsideQuestion[]) => boolean = () => true,
) {
  await desk.end()
  const path = join(desk.folder, 'profiles.json')
  const file = JSON.parse(readFileSync(path, 'utf8')) as StoredProfiles
  change(file)
  writeFileSync(path, JSON.stringify(file))
  const questions: OutsideQuestion[] = []
  const again = await openAgain(desk, { asksEveryBox: true, system: { confirm: async (question) => {
    questions.push(question)
    return answer(questions)
  } } })
  await again.unlock()
  return { again, questions }
}

async function viewOf(desk: ProtectedDesk, id: ProfileId) {
  return (await desk.call('profiles.list', null)).profiles.find(({ profile }) => profile.id === id)!
}

/** A desk with a production profile of many limits and entry points, which was saved in several steps. */
async function withLongProfile() {
  const desk = await openProtected()
  const id = await desk.addProfile('production', 'Acme Shop')
  const { id: _id, ...draft } = (await viewOf(desk, id)).profile
  const entryPoints = [
    ...draft.entryPoints, ...Array.from({ length: 150 }, (_, index) => ({ kind: 'group' as const, id: `${3000 + index}` })),
  ]
  for (let saved = draft.entryPoints.length; saved < entryPoints.length;) {
    saved = Math.min(saved + 40, entryPoints.length)
    await desk.call('profiles.save', { id, draft: { ...draft, entryPoints: entryPoints.slice(0, saved) } })
  }
  const limits = currencies.map((currency) => ({ currency, ...unlimited, charge: '100000', refund: '50000', chargesOfADay: '900000' })) as never
  await desk.call('profiles.save', { id, draft: { ...draft, entryPoints, limits } })
  return { desk, id }
}

it('asks about a whole profile in several boxes, which together name every limit and entry point', async () => {
  const { desk, id } = await withLongProfile()
  const { again, questions } = await restarted(desk, (file) => { file.confirmations = {} })
  await again.call('profiles.confirm', { id })
  expect((await viewOf(again, id)).blocked).toBe(null)
  expect(questions.length).toBeGreaterThan(1)
  expect(questions.filter((question) => !fitsBox(question))).toEqual([])
  const shown = questions.flatMap(({ details }) => details).join(' ').replace(/\s+/g, ' ')
  for (const currency of currencies) expect(shown).toMatch(new RegExp(`limit of ${currency}, charge: `))
  expect(shown).toContain('added group 3149')
  expect(questions.map(({ question }) => question)[1]).toContain(`(part 2 of ${questions.length})`)
  expect(questions.map(({ action }) => action)).toEqual([...Array<string>(questions.length - 1).fill('Next part'), 'Confirm profile'])
})

it('confirms nothing if one of the boxes is cancelled', async () => {
  const { desk, id } = await withLongProfile()
  const { again } = await restarted(desk, (file) => { file.confirmations = {} }, (questions) => questions.length < 2)
  expect(await again.refused('profiles.confirm', { id })).toEqual({ code: 'not-confirmed-outside' })
  expect((await viewOf(again, id)).blocked).toMatchObject({ kind: 'not-confirmed' })
})

it('asks about many missing profiles in several boxes', async () => {
  const desk = await openProtected()
  const id = await desk.addProfile('staging', 'Acme Shop')
  const { id: _id, ...draft } = (await viewOf(desk, id)).profile
  const names = Array.from({ length: 40 }, (_, index) => `Acme Shop ${index + 2}`)
  for (const name of names) await desk.call('profiles.save', { id: null, draft: { ...draft, name } })
  const { again, questions } = await restarted(desk, (file) => {
    file.profiles = file.profiles.filter(({ name }) => !name.startsWith('Acme'))
  })
  expect((await again.call('profiles.list', null)).missing).toHaveLength(41)
  await again.call('profiles.acceptMissing', null)
  expect((await again.call('profiles.list', null)).missing).toEqual([])
  expect(questions.flatMap(({ details }) => details)).toEqual(expect.arrayContaining(['Acme Shop', ...names]))
})

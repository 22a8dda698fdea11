/** Lifecycle steps of keys and secrets: read back from the audit trail, covered by its chain, kept by a recovery. */
import { expect, it } from 'vitest'
import { isRetired } from '#shared/model/keys/key-life.ts'
import type { LifeStep } from '#shared/model/keys/life-steps.ts'
import { linkOf, newestLink, beforeTheFirst, type LinkKind } from '../../../electron/journal/chain/chain.ts'
import { quarantine } from '../../../electron/journal/recovery/file-changes.ts'
import { day } from './files.ts'
import { at, masked } from './samples.ts'
import { freshPath, openHere, valueOf } from './with-journal.ts'

const steps: LifeStep[] = [
  { of: 'key', id: 'ab:cd', step: 'left', about: masked('Shop'), other: 'ef:01' },
  { of: 'key', id: 'ef:01', step: 'chosen', about: masked('Shop') },
]
const line = {
  at: at(30), osUser: 'mara', name: masked('Maria Keller'), action: 'profile-changed' as const, subject: masked('Shop'),
  detail: masked('signing key: A → B'),
}

it('are returned in order with who and when, and lines without steps are skipped', async () => {
  const { journal } = openHere()
  await valueOf(journal.recordAudit({ ...line, name: masked('') }))
  await valueOf(journal.recordAudit({ ...line, lifeSteps: steps }))
  const expected = { at: at(30), by: 'Maria Keller', subject: 'Shop' }
  expect(await valueOf(journal.lifeLines())).toEqual(steps.map((step) => ({ ...step, ...expected })))
  await valueOf(journal.recordAudit({ ...line, name: masked(''), lifeSteps: [steps[0]!] }))
  expect((await valueOf(journal.lifeLines())).at(-1)).toMatchObject({ by: 'mara' })
})

it('are part of the link of their line: another step, or none, gives another link', async () => {
  const { journal, connection } = openHere()
  await valueOf(journal.recordAudit({ ...line, lifeSteps: steps }))
  const row = connection.first('SELECT * FROM audit')!
  const linked = (changes: object) => linkOf(beforeTheFirst, 'audit' satisfies LinkKind, { ...row, ...changes })
  expect(newestLink(connection)).toEqual(linked({}))
  for (const lifeSteps of [null, '[]', JSON.stringify([steps[0]])]) {
    expect(linked({ life_steps: lifeSteps })).not.toEqual(newestLink(connection))
  }
})

it('still exist after the history was salvaged from a quarantined file', async () => {
  const path = freshPath()
  const first = openHere(path)
  await valueOf(first.journal.recordAudit({ ...line, lifeSteps: steps }))
  first.connection.close()
  const fileName = quarantine(path, 'damaged', day(20))
  const { journal } = openHere(path)
  expect(await valueOf(journal.lifeLines())).toEqual([])
  for (const time of [21, 22]) await valueOf(journal.salvage({ fileName, at: day(time) }))
  expect((await valueOf(journal.lifeLines())).map(({ id, step }) => [id, step])).toEqual([['ab:cd', 'left'], ['ef:01', 'chosen']])
})

it('keep their order in time if others were taken before they were salvaged: the latest applies', async () => {
  const path = freshPath()
  const first = openHere(path)
  const key = { of: 'key', id: 'ab:cd' } as const
  for (const [minute, step] of [[10, 'retired'], [20, 'reinstated']] as const) {
    await valueOf(first.journal.recordAudit({ ...line, at: at(minute), lifeSteps: [{ ...key, step }] }))
  }
  first.connection.close()
  const fileName = quarantine(path, 'damaged', day(20))
  const { journal } = openHere(path)
  await valueOf(journal.recordAudit({ ...line, at: at(30), lifeSteps: [{ ...key, step: 'retired' }] }))
  await valueOf(journal.salvage({ fileName, at: day(21) }))
  const lines = await valueOf(journal.lifeLines())
  expect(lines.map(({ step }) => step)).toEqual(['retired', 'reinstated', 'retired'])
  expect(isRetired(lines, 'ab:cd')).toBe(true)
})

it('of a later version are left out, and the others are returned', async () => {
  const { journal } = openHere()
  const later = [{ of: 'key', id: 'ab:cd', step: 'sung-about' } as unknown as LifeStep, ...steps]
  await valueOf(journal.recordAudit({ ...line, lifeSteps: later }))
  expect(await valueOf(journal.lifeLines())).toHaveLength(steps.length)
})

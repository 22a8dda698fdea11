/** A compromised page and the audit file: another path requires a message box that names both paths. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import type { OutsideQuestion } from '../../../../electron/desk/services.ts'
import { createAuditFile } from '../../../../electron/main/audit-file/audit-file.ts'
import { closeAll } from '../support.ts'
import { openProtected } from './support.ts'

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'audit-box-')))
afterEach(async () => {
  await closeAll()
  rmSync(folder, { recursive: true, force: true })
})

it('names the old file and the new one', async () => {
  const [own, old, other] = ['own', 'old', 'other'].map((name) => join(folder, name)) as [string, string, string]
  for (const path of [own, old, other]) mkdirSync(path)
  let chosen = old
  let answer = true
  const questions: OutsideQuestion[] = []
  const desk = await openProtected({ asksEveryBox: true, system: {
    auditFile: createAuditFile({ positionFile: join(own, 'position.json'), ownFolder: own }),
    chooseFolder: async () => chosen,
    confirm: async (question) => { questions.push(question); return answer },
  } })
  await desk.addProfile('production', 'Acme')
  const first = await desk.call('settings.chooseAuditFile', null)
  const settings = await desk.call('settings.read', null)
  await desk.call('settings.save', { ...settings, auditFile: { handle: first.handle } })
  chosen = other
  answer = false
  const second = await desk.call('settings.chooseAuditFile', null)
  expect(await desk.refused('settings.save', { ...settings, auditFile: { handle: second.handle } }))
    .toEqual({ code: 'not-confirmed-outside' })
  expect(questions.at(-1)!.details[0]).toBe(`audit file: ${first.path} → ${second.path}`)
})

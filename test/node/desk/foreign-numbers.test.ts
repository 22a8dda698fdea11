/** Card numbers that a gateway sends in place of a code are masked everywhere. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { cardForm } from './order-support.ts'
import { profileAt } from './strange-gateway.ts'
import { closeAll, open } from './support.ts'

afterEach(closeAll)

it.each([
  ['the one that was sent', '4111--1111--1111--1111'], ['the one that was sent', '4111/1111/1111/1111'],
  ['another one', '5555 5555 5555 4444'], ['another one', '5555_5555_5555_4444'],
])('an error code that is %s (%s) is masked in the answer, the history, its rows and the files', async (_which, code) => {
  const desk = await open()
  const profileId = await profileAt(desk, () => `type=validation-error\n&error-message=Refused\n&error-code=${code}\n`)
  const review = await desk.call('payments.review', { ...cardForm(desk, 'sale'), profileId })
  const answer = await desk.call('payments.submit', { intentId: review.intentId, reason: null, acceptUnverifiedCard: true })
  expect(answer.errorCode).toMatch(/X.*\d{4}$/)
  const { entryId } = answer
  const emitted = JSON.stringify([answer, await desk.call('history.entry', { entryId }), desk.events])
  await desk.end()
  const written = readdirSync(desk.folder).map((name) => readFileSync(join(desk.folder, name)).toString('latin1')).join('')
  expect(written).toContain(review.merchantOrderId)
  for (const text of [emitted, written]) {
    expect(text.includes(code)).toBe(false)
    expect(text.includes(code.replace(/\D/g, ''))).toBe(false)
  }
})

/** The state and next step of a key, derived from the audit trail; and the form of fingerprints. */
import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { KeyId, UtcTime } from '#shared/brands.ts'
import { holdsCardNumber } from '#shared/gateway/numbers/luhn.ts'
import { maskFreeText } from '#shared/gateway/requests/masking.ts'
import type { KeyDescription } from '#shared/model/keys/key.ts'
import { isRetired, lifeOfKey, livesOfDestroyedKeys, replacement } from '#shared/model/keys/key-life.ts'
import { linesOf, type LifeLine, type LifeStepName } from '#shared/model/keys/life-steps.ts'

const at = '2026-01-01T00:00:00.000Z' as UtcTime
const key: KeyDescription = {
  id: 'key-1' as KeyId, name: 'Live', environment: 'production', bits: 4096, fingerprint: 'ab:cd', createdAt: at,
  origin: 'made-here', keep: 'keychain',
}
const line = (step: LifeStepName, more: Partial<LifeLine> = {}): LifeLine =>
  ({ of: 'key', id: 'ab:cd', step, at, by: 'Maria', subject: 'Live', ...more })
const life = (steps: (LifeStepName | LifeLine)[], users = 0, now = Date.parse(at)) => lifeOfKey(
  key, steps.map((step) => typeof step === 'string' ? line(step) : step), { users, now, replaceAfterDays: 365 },
)

describe('the next step of a key', () => {
  it.each<[string, LifeStepName[], number, string | null]>([
    ['a new one is exported', ['created'], 0, 'export'],
    ['an exported one is sent', ['created', 'exported'], 0, 'confirm-sent'],
    ['a sent one is tested', ['created', 'exported', 'sent'], 0, 'test'],
    ['an imported one may be registered already', ['imported'], 0, 'test'],
    ['one from before steps were recorded, too', [], 0, 'test'],
    ['a proven one is taken into use', ['created', 'proven'], 0, 'use'],
    ['one in use without a proof is tested', ['created', 'sent', 'chosen'], 1, 'test'],
    ['one in use that is proven needs nothing', ['created', 'proven', 'chosen'], 1, null],
    ['one that no profile uses is retired', ['created', 'proven', 'chosen', 'left'], 0, 'retire'],
    ['a retired one is destroyed', ['created', 'proven', 'chosen', 'left', 'retired'], 0, 'destroy'],
    ['one that was restored is taken into use again', ['created', 'proven', 'chosen', 'left', 'destroyed', 'imported'], 0, 'use'],
    ['one that was restored and never proven is tested', ['created', 'sent', 'chosen', 'imported'], 0, 'test'],
    ['one whose retirement was undone is retired again', ['created', 'chosen', 'left', 'retired', 'reinstated'], 0, 'retire'],
  ])('%s', (_what, steps, users, next) => {
    expect(life(steps, users).next).toBe(next)
  })

  it('is a successor from a month before its age, unless it has one', () => {
    const day = (days: number) => Date.parse(at) + days * 86_400_000
    const steps = ['created', 'proven', 'chosen'] as const
    expect(life([...steps], 1, day(334))).toMatchObject({ reminder: null, next: null })
    expect(life([...steps], 1, day(335))).toMatchObject({ reminder: 'soon', next: 'replace' })
    expect(life([...steps], 1, day(365))).toMatchObject({ reminder: 'due', next: 'replace', replaceBy: '2027-01-01T00:00:00.000Z' })
    expect(life([...steps, line('succeeded', { other: 'ef:01' })], 1, day(365))).toMatchObject({ reminder: 'due', next: null })
    expect(life(['created'], 0, day(3650)).reminder).toBeNull()
  })

  it.each<[string, LifeStepName[], string | null]>([
    ['a destroyed successor', ['created', 'destroyed'], 'replace'],
    ['a retired successor', ['created', 'retired'], 'replace'],
    ['a successor that was reinstated', ['created', 'retired', 'reinstated'], null],
    ['a successor that was destroyed and imported again', ['created', 'destroyed', 'imported'], null],
  ])('beside %s', (_what, steps, next) => {
    const own = ['created', 'proven', 'chosen', line('succeeded', { other: 'ef:01' })] as const
    const found = life([...own, ...steps.map((step) => line(step, { id: 'ef:01' }))], 1, Date.parse(at) + 365 * 86_400_000)
    expect(found).toMatchObject({ next, successor: next === null ? 'ef:01' : null })
  })
})

it('counts the age of a restored key from when it was created', () => {
  const restored = { ...key, createdAt: '2027-06-01T00:00:00.000Z' as UtcTime, origin: 'imported' as const }
  const lines = [line('created'), line('chosen'), line('destroyed'), line('imported', { at: restored.createdAt })]
  expect(lifeOfKey(restored, lines, { users: 1, now: Date.parse(restored.createdAt), replaceAfterDays: 365 }))
    .toMatchObject({ replaceBy: '2027-01-01T00:00:00.000Z', reminder: 'due' })
  expect(livesOfDestroyedKeys([restored], lines)).toEqual([])
  expect(livesOfDestroyedKeys([], lines.slice(0, 3))).toMatchObject([{ state: 'destroyed', keyId: null, name: 'Live' }])
})

it('ignores a step whose change was not carried out, and only that one', () => {
  const lines = [line('created'), line('retired'), line('retired', { undone: true })]
  expect(linesOf(lines, 'key', 'ab:cd').map(({ step }) => step)).toEqual(['created'])
  expect(isRetired(lines, 'ab:cd')).toBe(false)
  expect(livesOfDestroyedKeys([], [line('destroyed'), line('destroyed', { undone: true })])).toEqual([])
})

it('is due, or due soon, by the setting and never earlier', () => {
  const ages = [fc.integer({ min: 30, max: 1_095 }), fc.integer({ min: 0, max: 2_000 })] as const
  fc.assert(fc.property(...ages, (replaceAfterDays, days) => {
    const { reminder } = replacement(at, { now: Date.parse(at) + days * 86_400_000, replaceAfterDays })
    expect(reminder).toBe(days >= replaceAfterDays ? 'due' : days >= replaceAfterDays - 30 ? 'soon' : null)
  }))
})

it('a fingerprint never contains a card number: masking does not change it', () => {
  fc.assert(fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
    const fingerprint = createHash('sha256').update(bytes).digest('hex').match(/../g)!.join(':')
    expect(maskFreeText(`fingerprint ${fingerprint}, 2048 bits`)).toBe(`fingerprint ${fingerprint}, 2048 bits`)
    expect(holdsCardNumber(fingerprint)).toBe(false)
  }))
  // The digits alone would be masked.
  const digits = '41:11:11:11:11:11:11:11'
  expect(maskFreeText(digits.replaceAll(':', ''))).not.toBe(digits.replaceAll(':', ''))
  expect(maskFreeText(digits)).toBe(digits)
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { derivedOrderId } from '../../../../electron/desk/batches/drafts/order-ids.ts'

const texts = fc.oneof(fc.string({ minLength: 1, maxLength: 80 }), fc.string({ unit: 'grapheme', minLength: 1, maxLength: 80 }))
  .filter((text) => text.trim() !== '')

describe('a derived merchant order id', () => {
  it('is the same for the same row, fits the field, and never that of another row', () => {
    const seen = new Map<string, string>()
    fc.assert(fc.property(texts, texts, (label, name) => {
      const id = derivedOrderId(label, name) ?? ''
      const row = JSON.stringify([label, name].map((text) => text.normalize('NFC').trim()))
      expect(id).toBe(derivedOrderId(` ${label.normalize('NFD')}`, `${name.normalize('NFD')} `))
      expect(id).toMatch(/^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+(?:\.[0-9a-f]{20})?$/)
      expect(id.length).toBeLessThanOrEqual(128)
      expect(seen.get(id) ?? row).toBe(row)
      seen.set(id, row)
    }), { numRuns: 500 })
  })

  it('contains the readable name of its row if possible, and does not exist without a name', () => {
    expect(derivedOrderId('2026-12', 'Anna')).toBe('2026-12.Anna')
    expect(derivedOrderId('December 2026', 'Zoë Müller')).toMatch(/^December-2026\.Zoe-Muller\.[0-9a-f]{20}$/)
    expect(derivedOrderId('2026-12', ' ')).toBeNull()
  })
})

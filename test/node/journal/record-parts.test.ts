// A stored record is read back as it was written, whichever of its values are left out.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { EntryId, UtcTime } from '#shared/brands.ts'
import { foreignRecord } from '#shared/team/foreign-records.ts'
import { recordDefaults, type RecordKind } from '#shared/team/record-defaults.ts'
import { partsOf, recordOf, type RecordParts } from '../../../electron/journal/write/record-parts.ts'
import { logOf, sale } from './foreign-logs.ts'
import { at, charge, masked, note, observation, outcome } from './samples.ts'

const closing = { entryId: charge('one').entryId, at: at(3), who: 'mara', reason: masked('asked'), closes: 'not-found', errorCode: '7', errorText: masked('no'), reply: masked('a=b') }
interface Whole { readonly at: UtcTime, readonly entryId: EntryId }

const whole: Readonly<Record<RecordKind, Whole>> = {
  intent: charge('one', { gatewayAt: at(0), orderId: '77' as never, reason: masked('again'), releasesHold: true }),
  outcome: outcome('one', { status: 'approved', fault: 'timeout', stage: 'x', orderId: '7' as never, errorCode: '1', errorText: masked('no'), lastFour: '1111' }),
  observation: observation('one', { step: 's', orderId: '7' as never, errorCode: '1', lastFour: '1111' }),
  closing,
  note: note('one', { followUp: { day: '2026-11-21', person: null }, tags: ['vip'] as never }),
}

/** The record in the form of a desk in a team. */
const production = (kind: RecordKind): Whole =>
  Object.assign({}, whole[kind], kind === 'intent' && { environment: 'production', url: 'https://gate.example/gw' })
const asForeign = (kind: RecordKind, { at, entryId }: Whole, { facts, content }: RecordParts) => foreignRecord(kind, {
  at, entryId, facts: JSON.stringify({ record: { ...kind === 'intent' && { kind }, ...JSON.parse(facts) as object } }),
  content: content === null ? null : { body: content },
})
const without = (record: object, names: readonly string[]): object =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)))

describe('a kept record', () => {
  it.each(Object.keys(whole) as RecordKind[])('reads as the %s that was written, with any of its usual values', (kind) => {
    const usual = { ...recordDefaults[kind].facts, ...recordDefaults[kind].content }
    fc.assert(fc.property(fc.subarray(Object.entries(usual)), (some) => {
      const record: Whole = Object.assign({}, whole[kind], Object.fromEntries(some))
      expect(recordOf(kind, partsOf(kind, record), record)).toEqual(record)
    }))
  })

  it('takes no fact from its content, not even a left out one, in this journal and of another desk', () => {
    const [event] = logOf({ deskId: '0'.repeat(32) as never }, [sale('one', at(0), { orderId: null, reviewed: null })])
    const forged = { orderId: '666', releasesHold: true, reviewed: { minorAmount: '1', currency: 'USD' } }
    const body = JSON.stringify({ ...JSON.parse(event!.content!.body) as object, ...forged })
    const real = { orderId: null, releasesHold: false, reviewed: null }
    expect(foreignRecord('intent', { ...event!, content: { body } })).toMatchObject(real)
    const { facts } = partsOf('intent', charge('one', { reviewed: null }))
    expect(recordOf('intent', { facts, content: body }, { at: at(0), entryId: null })).toMatchObject(real)
  })

  const kinds = Object.keys(whole) as RecordKind[]
  const names = kinds.flatMap((kind) => Object.keys({ ...recordDefaults[kind].facts, ...recordDefaults[kind].content }))
  const facts = ['kind', 'operation', 'destination', 'claims', 'batch', 'adoptedFrom', 'at', 'entryId', 'who']
  const values = fc.jsonValue({ maxDepth: 2 })
  const contents = fc.oneof(values, fc.dictionary(fc.constantFrom(...names, ...facts), values))

  it.each(kinds)('has the same facts as %s with any content as with none, even if a fact is missing', (kind) => {
    const record = production(kind)
    const whole = JSON.parse(partsOf(kind, record).facts) as object
    const factsOf = (read: object | null) =>
      read === null ? null : without(read, Object.keys(recordDefaults[kind].content))
    fc.assert(fc.property(contents, fc.subarray(Object.keys(whole), { maxLength: 1 }), (content, missing) => {
      const facts = JSON.stringify(without(whole, missing))
      const body = JSON.stringify(content)
      expect(factsOf(asForeign(kind, record, { facts, content: body })))
        .toEqual(factsOf(asForeign(kind, record, { facts, content: null })))
      if (typeof content !== 'object' || content === null) return
      const own = (content: string | null) => recordOf(kind, { facts, content }, record) as object
      expect(factsOf(own(body))).toEqual(factsOf(own(null)))
    }))
  })

  it.each(kinds)('is read by another desk as the %s that was written, with any of its usual values', (kind) => {
    const usual = { ...recordDefaults[kind].facts, ...recordDefaults[kind].content }
    fc.assert(fc.property(fc.subarray(Object.entries(usual)), (some) => {
      const record: Whole = Object.assign({}, production(kind), Object.fromEntries(some))
      expect(asForeign(kind, record, partsOf(kind, record))).toEqual(record)
    }))
  })

  it('has the usual value for content of another desk that does not fit, and keeps what fits beside it', () => {
    const record = production('outcome')
    const { facts, content } = partsOf('outcome', { ...record, lastFour: '**4242', errorText: 7 })
    expect(asForeign('outcome', record, { facts, content })).toEqual({ ...record, lastFour: null, errorText: null })
    for (const content of ['no JSON', '[]', '7', 'null', '['.repeat(100)]) {
      expect(asForeign('outcome', record, { facts, content }), content)
        .toEqual(asForeign('outcome', record, { facts, content: null }))
    }
  })

  it('repeats neither the time nor, after its intent, the entry: the row of its event has both', () => {
    expect(JSON.parse(partsOf('intent', charge('one')).facts)).toMatchObject({ entryId: 'entry-one' })
    for (const kind of Object.keys(whole) as RecordKind[]) {
      const { facts } = partsOf(kind, whole[kind])
      expect(JSON.parse(facts), kind).not.toHaveProperty('at')
      if (kind !== 'intent') expect(JSON.parse(facts), kind).not.toHaveProperty('entryId')
    }
  })

  it('has no content if all of it is usual, so that a removal has nothing to remove', () => {
    expect(partsOf('intent', charge('one', { fields: [], signedText: masked('') })).content).toBeNull()
  })
})

// What is kept of a record reads as it was written, whichever of its values are left out.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { EntryId, UtcTime } from '#shared/brands.ts'
import { foreignRecord } from '#shared/team/foreign-records.ts'
import { leftOut, type RecordKind } from '#shared/team/left-out.ts'
import { partsOf, recordOf } from '../../../electron/journal/write/record-parts.ts'
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

describe('a kept record', () => {
  it.each(Object.keys(whole) as RecordKind[])('reads as the %s that was written, with any of its usual values', (kind) => {
    const usual = { ...leftOut[kind].facts, ...leftOut[kind].content }
    fc.assert(fc.property(fc.subarray(Object.entries(usual)), (some) => {
      const record: Whole = Object.assign({}, whole[kind], Object.fromEntries(some))
      expect(recordOf(kind, partsOf(kind, record), record)).toEqual(record)
    }))
  })

  it('takes no fact from its content, also none that is left out, in the own journal and of another desk', () => {
    const [event] = logOf({ deskId: '0'.repeat(32) as never }, [sale('one', at(0), { orderId: null, reviewed: null })])
    const forged = { orderId: '666', releasesHold: true, reviewed: { minorAmount: '1', currency: 'USD' } }
    const body = JSON.stringify({ ...JSON.parse(event!.content!.body) as object, ...forged })
    const real = { orderId: null, releasesHold: false, reviewed: null }
    expect(foreignRecord('intent', { ...event!, content: { body } })).toMatchObject(real)
    const { facts } = partsOf('intent', charge('one', { reviewed: null }))
    expect(recordOf('intent', { facts, content: body }, { at: at(0), entryId: null })).toMatchObject(real)
  })

  it('repeats neither the time nor, after its intent, the entry, which the row of its event has', () => {
    expect(JSON.parse(partsOf('intent', charge('one')).facts)).toMatchObject({ entryId: 'entry-one' })
    for (const kind of Object.keys(whole) as RecordKind[]) {
      const { facts } = partsOf(kind, whole[kind])
      expect(JSON.parse(facts), kind).not.toHaveProperty('at')
      if (kind !== 'intent') expect(JSON.parse(facts), kind).not.toHaveProperty('entryId')
    }
  })

  it('has no content where all of it is usual, so that a removal has nothing to remove', () => {
    expect(partsOf('intent', charge('one', { fields: [], signedText: masked('') })).content).toBeNull()
  })
})

/** Every fault of the matrix in every column, with the real desk and client against a server with that fault. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeAll } from '../desk/support.ts'
import { openFaultDesk, type FaultDesk } from './fault-desk.ts'
import { cellOf, columns, faults, type FaultId } from './matrix.ts'
import { offerOf, sentencesOf } from './offered.ts'
import { watchEventLoop } from '../../bench/event-loop/probe.ts'
import { exampleAnswer } from './example-answer.ts'

let faultDesk: FaultDesk
/** A figure for people; no assertion depends on the machine's speed. */
let longestBlockMs = 0
beforeAll(async () => { faultDesk = await openFaultDesk() })
afterAll(closeAll)
afterAll(() => { console.log(`main's thread was busy for ${longestBlockMs.toFixed(0)} ms in a row at most`) })

const ids = Object.keys(faults) as FaultId[]

describe.each(columns)('%s', (column) => {
  it.each(ids)('%s', async (id) => {
    const cell = cellOf(faults[id], column)
    const endWatch = watchEventLoop()
    const { answer, connections, requests, asked } = await faultDesk.perform(id, column)
    longestBlockMs = Math.max(longestBlockMs, endWatch().busyMs)

    const { outcome } = answer
    const fault = outcome.kind === 'not-sent' || outcome.kind === 'unknown' ? outcome.fault : null
    const came = { outcome: outcome.kind, fault, money: answer.money, offer: offerOf(answer), reaches: requests }
    expect(came).toEqual(cell)
    // In no case is a second connection made.
    expect(connections).toBeLessThanOrEqual(1)
    expect(asked).toBeLessThanOrEqual(1)
    // The generated page promises exactly what the person reads.
    expect(sentencesOf(answer)).toEqual(sentencesOf(exampleAnswer(cell, column)))
  })
})

import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { notSentFaults, unknownFaults } from '#shared/gateway/replies/outcome.ts'
import { faultsPage } from '../../../resources/scripts/faults-page.ts'
import { cellOf, columns, faults } from '../../node/faults/matrix.ts'
import { exampleAnswer } from '../../node/faults/example-answer.ts'
import { sentencesOf } from '../../node/faults/offered.ts'

const cells = Object.values(faults)
  .flatMap((fault) => columns.map((column) => ({ column, cell: cellOf(fault, column) })))

describe('docs/faults.md', () => {
  it('matches the fault matrix; run `npm run docs` after a change', () => {
    expect(readFileSync(new URL('../../../docs/faults.md', import.meta.url), 'utf8')).toBe(faultsPage())
  })
})

describe('the fault matrix', () => {
  it('has every fault that a request can end in, except those that cannot be produced on loopback', () => {
    const known = new Set<string | null>(cells.map(({ cell }) => cell.fault))
    // No route to a host; an unreadable file of a profile; a defect before sending; an end of the application; an
    // unforeseen error. These have their own tests.
    const elsewhere = ['unreachable', 'authorities-unreadable', 'not-claimed', 'not-sent-other', 'application-ended', 'lost-other']
    expect([...notSentFaults, ...unknownFaults].filter((fault) => !known.has(fault))).toEqual(elsewhere)
  })

  it('never has "not sent" for a request that reached the gateway, nor "safe" for one that moves money without a reply', () => {
    for (const { cell, column } of cells) {
      expect(cell.outcome === 'not-sent').toBe(cell.reaches === 0)
      if (!column.startsWith('moves') || cell.outcome !== 'unknown') continue
      expect(cell).toMatchObject({ money: 'may-have-moved', offer: 'check-status' })
    }
  })

  it('has for each cell a sentence about what happened, one about the money and one about what to do', () => {
    for (const { cell, column } of cells) {
      if (cell.fault === null) continue
      const text = sentencesOf(exampleAnswer(cell, column)).join(' ')
      expect(text).toMatch(/\bmoney\b|do not charge again/i)
      expect(text).toMatch(/You can (safely )?(try|check) again|Check the status/i)
      expect(text).not.toMatch(/(answer|Fault)\.[a-z]/)
    }
  })
})

/**
 * The page `docs/faults.md` from the fault matrix: `npm run docs`. The sentences are the page's own; a test runs
 * every cell on the desk and compares them.
 */
import { exampleAnswer } from '../../test/node/faults/example-answer.ts'
import { cellOf, operationOf, phases, type Cell, type Column, type Fault } from '../../test/node/faults/matrix.ts'
import { offerText, sentencesOf } from '../../test/node/faults/offered.ts'
import { teamFaultRows } from '../../test/node/team/fault-table.ts'

const requests: readonly { readonly name: string; readonly v2: Column; readonly v4: Column }[] = [
  { name: 'moves money', v2: 'moves', v4: 'movesV4' },
  { name: 'reads', v2: 'reads', v4: 'readsV4' },
]

/** The whole page as Markdown. */
export function faultsPage(): string {
  const rows = phases.flatMap(({ when, faults }) => Object.values(faults).flatMap((fault) => faultRows(when, fault)))
  const { moves, movesV4, reads, readsV4 } = operationOf
  return `# Faults

Generated from the fault matrix (\`test/node/faults/matrix.ts\`) by \`npm run docs\`; a test fails when the two differ, and one test
per cell (\`test/node/faults/matrix.test.ts\`) drives the desk and its client against a server, proxy or clock with this
fault. What moves money is sent by \`${moves}\` (v2) and \`${movesV4}\` (v4), what reads by \`${reads}\` and \`${readsV4}\`; if a row names no
version, it applies to both. Whatever happens, nothing is sent twice: the servers count it.

*reached*: whether the request, or a part of it, reached the gateway.

| when | what happens | request | reached | outcome | what the person reads | offered next |
|---|---|---|---|---|---|---|
${rows.join('\n')}

## The database of a team
From \`test/node/team/fault-table.ts\`; \`test/node/team/faults.test.ts\` makes each with a real server. In a team a charge,
refund, void or capture is sent only after a received claim, so none of these moves money.

| when | what happens | failure of the claim | sent | what the person reads, or what happens instead |
|---|---|---|---|---|
${teamFaultRows().join('\n')}
`
}

function faultRows(when: string, fault: Fault): string[] {
  return requests.flatMap(({ name, v2, v4 }) => {
    const [older, newer] = [cellOf(fault, v2), cellOf(fault, v4)]
    const areEqual = JSON.stringify(older) === JSON.stringify(newer)
    return areEqual
      ? [row(when, fault, name, older, v2)]
      : [row(when, fault, `${name}, v2`, older, v2), row(when, fault, `${name}, v4`, newer, v4)]
  })
}

function row(when: string, { what }: Fault, request: string, cell: Cell, column: Column): string {
  const outcome = cell.fault === null ? cell.outcome : `${cell.outcome}: \`${cell.fault}\``
  const words = sentencesOf(exampleAnswer(cell, column)).map((sentence) => (/[.:]$/.test(sentence) ? sentence : `${sentence}.`))
  const cells = [when, what, request, cell.reaches === 1 ? 'yes' : 'no', outcome, words.join(' '), offerText(cell.offer)]
  return `| ${cells.map((text) => text.replaceAll('|', '\\|')).join(' | ')} |`
}

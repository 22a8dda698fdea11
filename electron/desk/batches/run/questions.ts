/** The questions about a batch that a person answers outside the page, in one or several boxes. */
import { fieldKeys, fields } from '#shared/gateway/fields/fields.ts'
import { maskValue } from '#shared/gateway/requests/masking.ts'
import type { Operation } from '#shared/gateway/operations/operations.ts'
import type { BatchSum } from '#shared/model/payments/batch.ts'
import type { Profile } from '#shared/model/profiles/profile.ts'
import { minorUnitsShown } from '#shared/shown-amount.ts'
import { outsideWarning, inBoxes, mostLines, oneLine } from '../../../common/boxes/outside-question.ts'
import { environmentNames } from '../../payments/index.ts'
import type { OutsideQuestion } from '../../services.ts'
import type { PlannedBatch, PlannedRow } from '../planned.ts'
import { largestOf, sumsOf, type Summed } from './sums.ts'

/** With more boxes, people no longer read them. */
const maxBoxes = 10

interface BatchToConfirm {
  readonly operation: Operation
  readonly profile: Profile
  readonly perSecond: number | null
}

/** Rows with their amounts, as they will be sent. */
export type PlannedSum = Summed & Pick<PlannedRow, 'values'>

/**
 * The boxes for the start of a batch: what it does, every changed cell and, if accounts are paid, every destination.
 * Null if there would be too many.
 */
export function startQuestions(
  planned: PlannedBatch, rows: readonly PlannedSum[], perSecond: number | null,
): readonly OutsideQuestion[] | null {
  const { operation, target: { profile }, changed } = planned
  const toConfirm = { operation, profile, perSecond }
  const sums = sumsOf(rows)
  const file = planned.fileName === null ? [] : [`File: ${planned.fileName}`]
  return boxes(toConfirm, sums, [
    ...commonLines(toConfirm, sums), ...file,
    ...triedInTurn(rows), ...largestOf(rows).map((row) => `Largest: ${shownAmount(profile, row)}, line ${row.line}`),
    ...changed.map(({ line, field, before, after }) => `Changed in line ${line}: ${fields[field].label} ${before || '(empty)'} to ${after || '(empty)'}`),
    ...operation.batch === 'file-only' ? rows.map((row) => destinationLine(profile, row)) : [],
  ])
}

/** States that the sums contain the highest amounts, if rows try several. */
function triedInTurn(rows: readonly PlannedSum[]): string[] {
  const several = rows.filter(({ values }) => values.enumeratedAmounts !== undefined).length
  return several === 0 ? [] : [`Rows that try several amounts in turn: ${several}, each with its highest amount in the sum`]
}

/** The boxes for resuming the batch of another person, with every sum. Null if there would be too many. */
export function resumeQuestions(
  toConfirm: BatchToConfirm, sums: readonly BatchSum[], who: string,
): readonly OutsideQuestion[] | null {
  return boxes(toConfirm, sums, [...commonLines(toConfirm, sums), `Started by: ${who}`])
}

function commonLines({ profile, perSecond }: BatchToConfirm, sums: readonly BatchSum[]): string[] {
  return [
    `Merchant: ${profile.name} (login ${profile.login})`, `Environment: ${environmentNames[profile.environment]}`,
    `Rows: ${rowsIn(sums)}`, ...sums.map((sum) => `Sum: ${sumInWords(profile, sum)}`),
    `Rate: ${perSecond === null ? 'without a limit' : `at most ${perSecond} requests a second`}`,
  ]
}

function rowsIn(sums: readonly BatchSum[]): number {
  return sums.reduce((total, { rows }) => total + rows, 0)
}

/** "17,444.00 USD in 196 rows". */
export function sumInWords(profile: Profile, { currency, minorAmount, rows, withoutAmount }: BatchSum): string {
  const amount = currency === null
    ? 'amounts not stated' : minorUnitsShown(minorAmount, currency, profile.switches.minorUnitDigits)
  return `${amount} in ${rows} rows${withoutAmount === 0 ? '' : `, ${withoutAmount} of them for the whole order`}`
}

function shownAmount(profile: Profile, { minorAmount, currency }: Summed): string {
  return minorAmount === null || currency === null
    ? 'amount not stated'
    : minorUnitsShown(minorAmount, currency, profile.switches.minorUnitDigits)
}

/** SECURITY: the destination is read from exactly the values that are sent. Card numbers are masked. */
function destinationLine(profile: Profile, row: PlannedSum): string {
  const destination = fieldKeys.flatMap((key) => {
    const value = row.values[key]
    const { decides, label, sensitivity } = fields[key]
    if (decides !== 'payee' || value === undefined) return []
    return [`${label} ${sensitivity === 'card-number' ? maskValue(sensitivity, value) : value}`]
  })
  return `Line ${row.line}: ${shownAmount(profile, row)} to ${destination.join(', ')}`
}

/** Divides the lines into boxes that fit on a screen. */
function boxes(
  { operation }: BatchToConfirm, sums: readonly BatchSum[], lines: readonly string[],
): readonly OutsideQuestion[] | null {
  // Each line takes one line of a box. Without this check main would be busy for seconds with too many boxes.
  if (lines.length > maxBoxes * mostLines) return null
  const divided = inBoxes(lines.map(oneLine), (details) => ({
    question: `${operation.name}: send ${rowsIn(sums)} rows?`,
    details: [...details, '', outsideWarning('If you did not confirm a batch there')],
    action: `Send ${rowsIn(sums)} rows`,
  }))
  return divided.length > maxBoxes ? null : divided
}

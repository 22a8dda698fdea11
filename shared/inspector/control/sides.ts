/** Two control texts side by side (§5.1). */
import type { Masked } from '../../brands.ts'
import { secretToken } from '../../gateway/signing/control.ts'
import { fields } from '../../gateway/fields/fields.ts'
import { builtFromMasked, maskFreeText, maskValue } from '../../gateway/requests/masking.ts'
import { placesOf, textFinder } from '../../text-search.ts'
import { sideBySide, type SideCell, type Sides } from '../sides.ts'
import type { ControlPlan, ControlValue } from './plan.ts'
import { secretTokens } from './secret-tokens.ts'

const orderIds: readonly ControlValue['part'][] = ['orderId', 'merchantOrderId', 'serialNumber']

/** Masks a value of a control text. SECURITY: pasted text may contain a card number even in an open field. */
export function maskControlValue({ part, value }: ControlValue): Masked {
  if (part === 'entry-point' || part === 'minor-amount') return maskFreeText(value)
  const { sensitivity } = fields[part]
  return maskValue(sensitivity === 'open' && !orderIds.includes(part) ? 'free-text' : sensitivity, value)
}

/** Their control text beside ours, value by value, masked. `hidden`: values that must not appear in any part. */
export function controlSides(
  theirs: ControlPlan, ours: ControlPlan, source: Sides['source'], hidden: readonly string[],
): Sides {
  const own = cellsOf(ours)
  const holdsHidden = textFinder(hidden)
  const known = new Set(own.map(({ text }) => text))
  const foreign = cellsOf(theirs).map((cell): SideCell =>
    cell.part === 'secret' || known.has(cell.text) || !holdsHidden(cell.text)
      ? cell : { ...cell, shown: maskFreeText('XXX') })
  return { source, rows: sideBySide(foreign, own) }
}

/**
 * A control text of unknown construction beside ours: the values of ours that it contains, and the text between them.
 * SECURITY: it may contain the secret itself, most likely at an end. So other text is shown, masked as free text, only
 * before a token for the secret; after the token, or without one, it is not shown.
 */
export function controlTextSides(theirs: string, ours: ControlPlan, hidden: readonly string[]): Sides {
  const own = cellsOf(ours).map((cell): SideCell => cell.part === 'secret'
    ? { ...cell, text: secretTokens.find((token) => theirs.includes(token)) ?? cell.text } : cell)
  const found = placesIn(theirs, own)
  const holdsHidden = textFinder(hidden)
  const token = found.find(({ cell }) => cell.part === 'secret')?.start ?? 0
  const left = (text: string, start: number): SideCell[] => text === '' ? [] : [{
    part: 'around', key: 'around between', name: builtFromMasked('between'), text,
    shown: start < token && !holdsHidden(text) ? maskFreeText(text) : maskFreeText('XXX'),
  }]
  let at = 0
  const cells = found.flatMap(({ start, cell }) => {
    const before = left(theirs.slice(at, start), at)
    at = start + cell.text.length
    return [...before, cell]
  })
  return { source: 'given', rows: sideBySide([...cells, ...left(theirs.slice(at), at)], own) }
}

interface ChosenTarget {
  readonly start: number
  readonly cell: SideCell
}

/** The positions of values in a text, in its order. Longer values are placed first; no two overlap. */
function placesIn(text: string, cells: readonly SideCell[]): readonly ChosenTarget[] {
  const found: ChosenTarget[] = []
  const isFree = (start: number, length: number) =>
    found.every((one) => start + length <= one.start || start >= one.start + one.cell.text.length)
  for (const cell of cells.toSorted((one, other) => other.text.length - one.text.length)) {
    const start = placesOf(text, cell.text).find((place) => isFree(place, cell.text.length))
    if (start !== undefined) found.push({ start, cell })
  }
  return found.sort((one, other) => one.start - other.start)
}

function cellsOf(plan: ControlPlan): SideCell[] {
  const values = plan.values.map((value): SideCell => ({
    part: 'value', key: `value ${value.part}`, name: builtFromMasked(value.label), text: value.value, shown: maskControlValue(value),
  }))
  const at = plan.secretPlace === 'last' ? values.length : plan.secretPlace === 'first' ? 0 : plan.secretPlace
  const secret: SideCell[] = at === 'missing' ? [] : [{
    part: 'secret', key: 'secret', name: builtFromMasked('merchant_control'), text: `${plan.secretShape}`,
    shown: builtFromMasked(plan.secretShape === 'as-it-is' ? secretToken : `${secretToken} (${plan.secretShape.replaceAll('-', ' ')})`),
  }]
  const place = at === 'missing' ? values.length : at
  return [
    ...around('before', plan.before), ...values.slice(0, place), ...secret, ...values.slice(place),
    ...around('between', plan.separator), ...around('after', plan.after),
  ]
}

/** Text before, between and after the values; a correct control text has none. */
function around(where: 'before' | 'between' | 'after', text: string): SideCell[] {
  const name = builtFromMasked(where)
  return text === '' ? [] : [{ part: 'around', key: `around ${where}`, name, text, shown: maskFreeText(text) }]
}

import type { Switches } from '#shared/gateway/operations/switches.ts'

type ReadingKey = Exclude<keyof Switches, 'signatureMethods' | 'paths'>

/** The unclear points of the interface with two readings each; the interface document's comes first (addendum 2). */
const readings = {
  recurrentControlStartsWithEntryPoint: [true, false],
  recurrentPath: ['make-rebill-sale', 'make-rebill'],
  oauthParametersInBody: [true, false],
  browserFieldNames: ['document', 'prefixed'],
  expireYearDigits: [2, 4],
  minorUnitDigits: ['iso-4217', 'always-two'],
  statusAmountIs: ['initial', 'current'],
  statusOfVersion4Orders: ['v2', 'v4'],
  sendSecondCardNumberField: [false, true],
} as const satisfies { readonly [Key in ReadingKey]: readonly [Switches[Key], Switches[Key]] }

export const readingKeys = Object.keys(readings) as readonly ReadingKey[]

/** The reading that a profile uses. */
type Choice = 'first' | 'second'
export type Choices = Record<ReadingKey, Choice>

/** A profile's switches as choices of a form. */
export function choicesOf(switches: Switches): Choices {
  return Object.fromEntries(readingKeys.map((key) =>
    [key, switches[key] === readings[key][0] ? 'first' : 'second'])) as Choices
}

/** The form's choices as switches. */
export function switchesFrom(choices: Choices): Pick<Switches, ReadingKey> {
  return Object.fromEntries(readingKeys.map((key) =>
    [key, readings[key][choices[key] === 'first' ? 0 : 1]])) as Pick<Switches, ReadingKey>
}

/** The number of readings that differ from the interface document's. */
export function differences(choices: Choices): number {
  return readingKeys.filter((key) => choices[key] === 'second').length
}

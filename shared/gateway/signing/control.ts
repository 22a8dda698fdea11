/** The text whose SHA-1 hash is the control (§5.1, addendum 4). Only the vault adds the secret and hashes it. */
import type { MinorUnits } from '../../brands.ts'
import type { ControlPart } from '../catalogue/control-parts.ts'
import { fields, type FieldValues } from '../fields/fields.ts'
import type { Switches } from '../operations/switches.ts'

/** Replaces the merchant's secret wherever a control text is shown or stored. */
export const secretToken = '{merchant_control}'

/** One value of a control text with its label, to show the text step by step. */
export interface ControlTextPart {
  readonly label: string
  readonly value: string
}

export interface ControlTextInput {
  readonly recipe: readonly ControlPart[]
  /** Endpoint id or group id. */
  readonly entryPointId: string
  readonly values: FieldValues
  /** Null if no amount is sent. */
  readonly minorAmount: MinorUnits | null
  readonly switches: Pick<Switches, 'recurrentControlStartsWithEntryPoint'>
}

/**
 * The values before the secret, in the order of the recipe. An absent field counts as empty. Values must already be
 * trimmed (`normaliseValues`).
 */
export function controlTextParts(input: ControlTextInput): ControlTextPart[] {
  return input.recipe.flatMap((part) => valueOf(part, input) ?? [])
}

/** The control text up to the secret. The secret is always last; only the vault appends it. */
export function controlTextBeforeSecret(input: ControlTextInput): string {
  return controlTextParts(input).map((part) => part.value).join('')
}

function valueOf(part: ControlPart, input: ControlTextInput): ControlTextPart | null {
  switch (part.from) {
    case 'entry-point':
      return part.when === 'unless-switched-off' && !input.switches.recurrentControlStartsWithEntryPoint
        ? null
        : { label: 'Endpoint or group id', value: input.entryPointId }
    case 'minor-amount':
      if (part.when === 'when-sent' && input.minorAmount === null) return null
      return { label: 'Amount in minor units', value: input.minorAmount ?? '' }
    case 'field':
      if (part.when === 'when-sent' && input.values[part.key] === undefined) return null
      return { label: fields[part.key].label, value: input.values[part.key] ?? '' }
  }
}

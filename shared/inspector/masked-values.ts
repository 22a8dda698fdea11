/** Finds values that were masked before pasting: their missing parts are not guessed. */
import { fields } from '../gateway/fields/fields.ts'
import { keyOfWireName, type GivenRequest } from './given.ts'
import type { Switches } from '../gateway/operations/switches.ts'

const wholeMask = /^(?:[Xx]{3,}|[*•●#]{2,}|…+|<[a-z_ -]+>|\[[a-z_ -]+\]|\{[a-z_ -]+\})$/i
const partlyMask = /[Xx]{2,}|[*•●#]{2,}|…|\.{3}/

/**
 * The wire names of parameters with masked values: only mask characters, or a mask inside a secret. SECURITY: with such
 * a value nothing is tried: a card number has few enough unknown digits, and a cvv only a thousand values, to be found
 * by trying.
 */
export function maskedNames(given: GivenRequest, switches: Switches): string[] {
  return [...given.body, ...given.oauth].filter(([name, value]) => {
    const key = keyOfWireName(given, name, switches)
    const sensitivity = key === null ? 'open' : fields[key].sensitivity
    const isSecret = sensitivity === 'never' || sensitivity === 'card-number'
    return wholeMask.test(value.trim()) || (isSecret && partlyMask.test(value))
  }).map(([name]) => name)
}

/** Ids as statements and history are compared by. */
import { withoutCardNumbers } from '../gateway/text-ids.ts'

const longestId = 128
const fewestDigitsOfACard = 13

/**
 * The text by which an id is compared. SECURITY: the middle of a number that may be a card's is masked, as a statement
 * may hold one in any column; an id of the history with such digits gets the same text.
 */
export function idKey(id: string): string {
  const text = id.trim()
  return text.length < fewestDigitsOfACard ? text : withoutCardNumbers(text).slice(0, longestId)
}

/** True where a part of the id is masked: others may have the same text. */
export function isMaskedKey(key: string): boolean {
  return /\d[ .-]?X{2}/u.test(key)
}

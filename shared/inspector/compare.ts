/** Compares two texts character by character, and names invisible characters. */
import { percentDecode } from '../gateway/encoding/percent.ts'

export interface TextPiece {
  readonly text: string
  /** True if the character is also in the other text, at the same position. */
  readonly same: boolean
  /** The name of an invisible character, which is then the whole piece; null for other text. */
  readonly invisible: string | null
}

export interface Comparison {
  readonly theirs: readonly TextPiece[]
  readonly ours: readonly TextPiece[]
}

/** If the comparison takes more steps, the middle of two long texts counts as completely different. */
const mostSteps = 1_000_000

/** The differences between two texts; the longest common subsequence stays unmarked. */
export function compareTexts(theirs: string, ours: string): Comparison {
  const left = [...theirs]
  const right = [...ours]
  let start = 0
  while (start < left.length && start < right.length && left[start] === right[start]) start += 1
  let end = 0
  while (end < Math.min(left.length, right.length) - start && left.at(-1 - end) === right.at(-1 - end)) end += 1
  const { inLeft, inRight } = commonIn(left.slice(start, left.length - end), right.slice(start, right.length - end))
  const marks = (inMiddle: readonly boolean[]) =>
    [...Array<boolean>(start).fill(true), ...inMiddle, ...Array<boolean>(end).fill(true)]
  return { theirs: piecesOf(left, marks(inLeft)), ours: piecesOf(right, marks(inRight)) }
}

/** The pieces of a text that is not compared. */
export function piecesOfOne(text: string): readonly TextPiece[] {
  const characters = [...text]
  return piecesOf(characters, characters.map(() => true))
}

/** The text after decoding so many layers of percent-encoding. */
export function withoutLayers(text: string, layers: 0 | 1 | 2): string {
  let decoded = text
  for (let layer = 0; layer < layers; layer += 1) decoded = percentDecode(decoded)
  return decoded
}

/** Marks the characters of both texts that belong to their longest common subsequence. */
function commonIn(left: readonly string[], right: readonly string[]) {
  const inLeft = Array<boolean>(left.length).fill(false)
  const inRight = Array<boolean>(right.length).fill(false)
  if (left.length * right.length > mostSteps) return { inLeft, inRight }
  const width = right.length + 1
  // The length of the longest common subsequence from each pair of positions, computed from the end.
  const longest = new Uint32Array((left.length + 1) * width)
  const at = (row: number, column: number) => longest[row * width + column] ?? 0
  for (let row = left.length - 1; row >= 0; row -= 1) {
    for (let column = right.length - 1; column >= 0; column -= 1) {
      longest[row * width + column] = left[row] === right[column]
        ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1))
    }
  }
  for (let row = 0, column = 0; row < left.length && column < right.length;) {
    if (left[row] === right[column]) {
      inLeft[row] = true
      inRight[column] = true
      row += 1
      column += 1
    } else if (at(row + 1, column) >= at(row, column + 1)) row += 1
    else column += 1
  }
  return { inLeft, inRight }
}

function piecesOf(characters: readonly string[], same: readonly boolean[]): TextPiece[] {
  const pieces: (Omit<TextPiece, 'text'> & { text: string })[] = []
  for (const [index, character] of characters.entries()) {
    const isSame = same[index] === true
    const atEnd = index === 0 || index === characters.length - 1
    const invisible = character === ' ' && isSame && !atEnd ? null : invisibleName(character)
    const last = pieces.at(-1)
    if (last !== undefined && last.same === isSame && last.invisible === null && invisible === null) {
      last.text += character
    } else pieces.push({ text: character, same: isSame, invisible })
  }
  return pieces
}

const names: { readonly [character: string]: string } = {
  ' ': 'space', '\t': 'tab', '\n': 'line feed', '\r': 'carriage return', '\u00a0': 'no-break space', '\u00ad': 'soft hyphen',
  '\u200b': 'zero-width space', '\u200c': 'zero-width non-joiner', '\u200d': 'zero-width joiner', '\u2028': 'line separator',
  '\u202f': 'narrow no-break space', '\u2060': 'word joiner', '\u3000': 'ideographic space', '\ufeff': 'byte order mark',
  '\ufffd': 'replacement character',
}

/** The name of a character that is invisible or looks like a space; null for all others. */
export function invisibleName(character: string): string | null {
  // A fast path for nearly all characters: searching the tables of Unicode takes far longer.
  if (character >= '!' && character <= '~') return null
  const known = names[character]
  if (known !== undefined) return known
  const kind = kinds.find(([pattern]) => pattern.test(character))?.[1]
  if (kind === undefined) return null
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')} ${kind}`
}

const kinds = [[/^\p{M}$/u, 'combining mark'], [/^\p{Z}$/u, 'space'], [/^\p{C}$/u, 'control character']] as const

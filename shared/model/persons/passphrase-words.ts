/** Estimates a passphrase by its separate words. */

/** The dictionaries' result for a text: the guesses to find it, as log10, and whether it is a listed word. */
export type Guess = (text: string) => { readonly guesses: number; readonly isListed: boolean }

export interface WordsStrength {
  /** Guesses as log10. */
  readonly guesses: number
  /** The weakness of the words: one is known, all are common, or they are too few or too short. */
  readonly kind: 'known' | 'common' | 'few'
  readonly hasNumber: boolean
}

// A letter inside a word contributes about 2.2 bits, in any language.
const perLetter = 0.65
// Even the most common word or name is one of about three hundred.
const fewest = 2.5
const shortestWord = 4
// Between digits, signs and changes of case, so few unlisted letters are not a word.
const longestFragment = 5

/**
 * Adds up the contributions of the words. Known words, repeated words and spaces contribute nothing, other words at
 * most 2.2 bits a letter, and text that is not a word at most as much as a digit for each character. `known`: the
 * result of `knownWords`.
 */
export function strengthOfWords(passphrase: string, known: readonly string[], guess: Guess): WordsStrength {
  const text = folded(passphrase)
  const rest = known.length === 0 ? text : text.replace(new RegExp(known.join('|'), 'giu'), ' ')
  const tokens = [...new Set(rest.match(/[^\s.,;:|/\\_-]+|[.,;:|/\\_-]/gu))]
  const pieces = tokens.flatMap(piecesOf)
  const words = pieces.filter((piece) => /\p{L}/u.test(piece))
  const isCommon = words.every((word) => word.length < shortestWord || guess(word).isListed)
  return {
    guesses: tokens.reduce((sum, token) => sum + ofToken(token, guess), 0),
    kind: rest !== text ? 'known' : isCommon ? 'common' : 'few',
    hasNumber: pieces.some((piece) => /\p{N}/u.test(piece)),
  }
}

/**
 * The words of names that somebody nearby would try first: each part of at least four letters or digits, and each name
 * without separators. Longest first.
 */
export function knownWords(names: readonly string[]): string[] {
  const words = names.flatMap((name) => {
    const parts = folded(name).toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
    return [parts.join(''), ...parts]
  })
  const long = words.filter((word) => word.length >= shortestWord)
  return [...new Set(long)].sort((one, other) => other.length - one.length)
}

/** Without accents, so that "Müller" and "Muller" are the same name. */
const folded = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').normalize('NFKC')

const piecesOf = (token: string): string[] => token.match(/\p{Lu}?\p{Ll}+|\p{Lu}+|\p{N}+|\p{Lo}+|[^\p{L}\p{N}]+|./gu) ?? []

/** The sum of its pieces, or less if the token as a whole is found, like "p4ssw0rd". */
function ofToken(token: string, guess: Guess): number {
  const pieces = piecesOf(token)
  const sum = pieces.reduce((total, piece) => total + ofPiece(piece, pieces.length === 1, guess), 0)
  if (pieces.length === 1 || token.length < shortestWord) return sum
  return Math.min(sum, Math.max(fewest, guess(token).guesses))
}

function ofPiece(piece: string, isToken: boolean, guess: Guess): number {
  if (piece.length === 1) return 1
  const { guesses, isListed } = guess(piece)
  if (!/^[\p{Lu}\p{Ll}]+$/u.test(piece)) return Math.min(piece.length, guesses)
  if (!isToken && (piece.length < shortestWord || (piece.length <= longestFragment && !isListed))) return piece.length
  if (piece.length < shortestWord) return piece.length * perLetter
  return Math.min(piece.length * perLetter, Math.max(fewest, guesses))
}

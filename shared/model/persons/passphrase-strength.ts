/** Estimates how hard a passphrase is to guess: for the lock, for backups of keys, and for display while typing. */
import { loadDictionaries, type Dictionaries } from './passphrase-dictionaries.ts'
import { knownWords, strengthOfWords, type WordsStrength } from './passphrase-words.ts'
import { longestPassphrase, shortestPassphrase } from './person.ts'

export interface PassphraseStrength {
  /** 0 (guessed immediately) to 4 (more than 10¹⁰ guesses), for a meter. */
  readonly score: 0 | 1 | 2 | 3 | 4
  /** Why it is not accepted, as sentences; null if it is accepted. */
  readonly weakness: string | null
}

const wanted = 4
const wantedGuesses = 10

// The time grows faster than the length. Characters after these are not judged.
const judgedCharacters = 64

/**
 * Judges a passphrase. `known` are names that a person nearby may guess first. Accepts a passphrase of at least
 * `shortestPassphrase` characters that takes more than 10¹⁰ guesses, both by its patterns and by its separate words.
 * The first call loads the dictionaries (0.85 MB).
 */
export async function judgePassphrase(passphrase: string, known: readonly string[] = []): Promise<PassphraseStrength> {
  if (passphrase.length > longestPassphrase || !passphrase.isWellFormed()) {
    return { score: 0, weakness: `Use at most ${longestPassphrase} characters that a keyboard can type.` }
  }
  dictionaries ??= loadDictionaries()
  const { score, warning, words } = judgeText(passphrase.slice(0, judgedCharacters), known, await dictionaries)
  if ([...passphrase].length < shortestPassphrase) {
    return { score: score > 1 ? 1 : score, weakness: `Use at least ${shortestPassphrase} characters.` }
  }
  if (score >= wanted) return { score, weakness: null }
  const reason = words.kind === 'known' ? reasonOf(words) : warning ?? reasonOf(words)
  return { score, weakness: `This passphrase is easy to guess. ${reason} Use four or more unrelated words.` }
}

let dictionaries: Promise<Dictionaries> | undefined

interface Judged {
  readonly score: PassphraseStrength['score']
  /** Why it is easy to guess, as a sentence; null if there is no reason. */
  readonly warning: string | null
  readonly words: WordsStrength
}

function judgeText(text: string, names: readonly string[], judge: Dictionaries): Judged {
  const known = knownWords([...names, 'Gateway Console'])
  const { score, warning } = judge(text, known)
  const words = strengthOfWords(text, known, (word) => judge(word, known))
  return { score: words.guesses > wantedGuesses ? score : lower(score, words.guesses), warning, words }
}

/** The score for too few words, always below the required one. */
function lower(score: PassphraseStrength['score'], guesses: number): PassphraseStrength['score'] {
  const ofWords = guesses < 3 ? 0 : guesses < 5 ? 1 : guesses < 8 ? 2 : 3
  return score < ofWords ? score : ofWords
}

function reasonOf({ kind, hasNumber }: WordsStrength): string {
  const number = hasNumber ? ', and a number' : ''
  switch (kind) {
    case 'known': return 'It is built from a name known here.'
    case 'common': return `It is built from a few common words or names${number}.`
    case 'few': return 'It has too few words.'
  }
}

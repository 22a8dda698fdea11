/** The dictionaries and patterns that passphrases are compared with (zxcvbn-ts). */
import type { Guess } from './passphrase-words.ts'

/** Searches a text for known words (`known`, in lower case), dictionary words and patterns. */
export type Dictionaries = (text: string, known: readonly string[]) => ReturnType<Guess> & {
  /** 0 (guessed immediately) to 4 (more than 10¹⁰ guesses). */
  readonly score: 0 | 1 | 2 | 3 | 4
  /** Why it is easy to guess, as a sentence; null if there is no reason. */
  readonly warning: string | null
}

// More readings of signs as letters take over a second and find nothing more.
const readingsOfSigns = 4

/**
 * Loads leaked passwords, common words and first names, each as a separate file. Surnames, encyclopedia words and dice
 * lists would double the size and refuse no further passphrases.
 */
export async function loadDictionaries(): Promise<Dictionaries> {
  const [{ ZxcvbnFactory }, { default: graphs }, { default: passwords }, { default: commonWords },
    { default: firstNames }, { default: sequences }, { default: translations }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common/dist/adjacencyGraphs.json.mjs'),
    import('@zxcvbn-ts/language-common/dist/passwords.json.mjs'),
    import('@zxcvbn-ts/language-en/dist/commonWords.json.mjs'),
    import('@zxcvbn-ts/language-en/dist/firstnames.json.mjs'),
    import('@zxcvbn-ts/language-en/dist/wordSequences.json.mjs'),
    import('@zxcvbn-ts/language-en/dist/translations.mjs'),
  ])
  const factory = new ZxcvbnFactory({
    dictionary: { passwords, commonWords, firstNames, ...sequences },
    graphs,
    translations,
    l33tMaxSubstitutions: readingsOfSigns,
  })
  return (text, known) => {
    const { score, guessesLog10, feedback, sequence } = factory.check(text, [...known])
    const isListed = sequence.length === 1 && sequence[0]?.pattern === 'dictionary'
    return { score, guesses: guessesLog10, isListed, warning: feedback.warning }
  }
}

/** How hard a passphrase is to guess (zxcvbn-ts): for the lock, for backups of keys, and shown while typing. */
import { longestPassphrase, shortestPassphrase } from './person.ts'

export interface PassphraseStrength {
  /** 0 (guessed at once) to 4 (more than 10¹⁰ guesses), for a meter. */
  readonly score: 0 | 1 | 2 | 3 | 4
  /** Why it is not accepted, as plain sentences; null when it is accepted. */
  readonly weakness: string | null
}

const wanted = 4

// Judging takes longer than in proportion to the length; what stands behind this many characters is left out.
const judgedCharacters = 100

/**
 * Judges a passphrase. `known` are words that somebody near may guess first, such as the person's name. The
 * dictionaries are loaded at the first call (1.6 MB). Accepted is one of at least `shortestPassphrase` characters that
 * takes more than 10¹⁰ guesses.
 */
export async function judgePassphrase(passphrase: string, known: readonly string[] = []): Promise<PassphraseStrength> {
  if (passphrase.length > longestPassphrase || !passphrase.isWellFormed()) {
    return { score: 0, weakness: `Use at most ${longestPassphrase} characters that a keyboard can type.` }
  }
  judge ??= loadJudge()
  const { score, feedback } = (await judge)(passphrase, [...known, 'gateway', 'console'])
  if ([...passphrase].length < shortestPassphrase) {
    return { score: score > 1 ? 1 : score, weakness: `Use at least ${shortestPassphrase} characters.` }
  }
  if (score >= wanted) return { score, weakness: null }
  const said = [feedback.warning, 'Use four or more unrelated words.'].filter((text) => text !== null)
  return { score, weakness: ['This passphrase is easy to guess.', ...said].join(' ') }
}

type Judge = (passphrase: string, known: string[]) => {
  readonly score: PassphraseStrength['score']
  readonly feedback: { readonly warning: string | null }
}

let judge: Promise<Judge> | undefined

async function loadJudge(): Promise<Judge> {
  const [{ ZxcvbnFactory }, common, english] = await Promise.all([
    import('@zxcvbn-ts/core'), import('@zxcvbn-ts/language-common'), import('@zxcvbn-ts/language-en'),
  ])
  const factory = new ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...english.dictionary },
    graphs: common.adjacencyGraphs,
    translations: english.translations,
    maxLength: judgedCharacters,
  })
  return (passphrase, known) => factory.check(passphrase, known)
}

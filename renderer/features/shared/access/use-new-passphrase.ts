import { computed, ref, shallowRef, watch } from 'vue'
import { longestPassphrase } from '#shared/model/application/access.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import { namesKnownHere } from '#shared/model/persons/known-names.ts'
import type { PassphraseStrength } from '#shared/model/persons/passphrase-strength.ts'
import { useSession } from '../../../app/stores/session.ts'
import { useText } from '../../../i18n/index.ts'

/**
 * A new passphrase, typed twice, and its strength. The rating counts `names` as easy to guess, together with the names
 * of profiles and of the system's user. Main rates it again with the names of all persons, and decides. Problems are
 * shown beside the fields after `check`.
 */
export function useNewPassphrase(names: () => readonly string[]) {
  const t = useText()
  const session = useSession()
  const known = computed(() => namesKnownHere({
    persons: names(), systemUser: session.app?.osUser ?? '', profiles: session.profiles.map(({ profile }) => profile),
  }))
  const first = ref('')
  const second = ref('')
  const tried = ref(false)
  const strength = shallowRef<PassphraseStrength | null>(null)
  /** Main's refusal of the passphrase that was sent last. */
  const refusal = ref('')

  watch([first, known], async () => {
    if (first.value !== '') refusal.value = ''
    const judged = first.value === '' ? null : await judge(first.value, known.value)
    // Rating takes a moment; a result for an older text is dropped.
    if (judged?.passphrase === first.value) strength.value = judged.strength
    else if (first.value === '') strength.value = null
  })

  const problems = computed(() => ({
    first: refusal.value !== '' ? refusal.value : tried.value ? firstProblem() : '',
    second: tried.value && second.value !== first.value ? t('access.differ') : '',
  }))

  function firstProblem(): string {
    if (first.value === '') return t('access.passphraseMissing')
    if (first.value.length > longestPassphrase) return t('access.passphraseLong', { most: longestPassphrase })
    return strength.value?.weakness ?? ''
  }

  /** True if the passphrase may be sent; problems are shown from this call on. */
  async function check(): Promise<boolean> {
    tried.value = true
    refusal.value = ''
    if (first.value !== '') strength.value = (await judge(first.value, known.value)).strength
    return problems.value.first === '' && problems.value.second === ''
  }

  /** Returns the passphrase and clears it. SECURITY: it stays in the page no longer than until it is sent. */
  function take(): string {
    const typed = first.value
    clear()
    return typed
  }

  function clear(): void {
    first.value = ''
    second.value = ''
    tried.value = false
    refusal.value = ''
    strength.value = null
  }

  /** Shows a refusal beside the field if it is about the passphrase; false for any other. */
  function takeRefusal(failure: Failure): boolean {
    if (failure.code !== 'passphrase-weak') return false
    refusal.value = failure.detail
    return true
  }

  return { first, second, strength, problems, check, take, clear, takeRefusal }
}

interface Judged {
  readonly passphrase: string
  /** Null if the rating could not be loaded: main rates it again and decides. */
  readonly strength: PassphraseStrength | null
}

async function judge(passphrase: string, known: readonly string[]): Promise<Judged> {
  try {
    // Imported here, so that the application does not load the dictionaries at its start.
    const { judgePassphrase } = await import('#shared/model/persons/passphrase-strength.ts')
    return { passphrase, strength: await judgePassphrase(passphrase, known) }
  } catch {
    return { passphrase, strength: null }
  }
}

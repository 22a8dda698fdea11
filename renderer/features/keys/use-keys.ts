import { computed, onBeforeUnmount, onMounted, ref, shallowRef } from 'vue'
import type { Environment } from '#shared/model/values/environment.ts'
import type { ProfileView } from '#shared/model/application/app.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import type { KeyDescription } from '#shared/model/keys/key.ts'
import { api } from '../../app/api.ts'
import { useSession } from '../../app/stores/session.ts'

/** The key pairs in the vault, kept up to date, and the profiles that use them. */
export function useKeys() {
  const session = useSession()
  const list = shallowRef<readonly KeyDescription[]>([])
  const loaded = ref(false)
  const failure = shallowRef<Failure | null>(null)

  async function load(): Promise<void> {
    const answer = await api.call('keys.list')
    if (answer.ok) list.value = answer.value
    failure.value = answer.ok ? null : answer.failure
    loaded.value = true
  }

  let stop = () => {}
  onMounted(() => {
    void load()
    stop = api.on('vault.changed', () => { void load() })
  })
  onBeforeUnmount(() => { stop() })

  /** Newest first. */
  const keys = computed(() => list.value.toSorted((one, other) => other.createdAt.localeCompare(one.createdAt)))

  return { keys, loaded, failure, load, usersOf: (key: KeyDescription) => usersOf(session.profiles, key) }
}

/** The profiles that sign with a key. */
export function usersOf(profiles: readonly ProfileView[], key: Pick<KeyDescription, 'id'>): readonly ProfileView[] {
  return profiles.filter((view) => view.key?.id === key.id)
}

/** Logins of an environment that already have a key: the gateway may not accept a second one (§5.2). */
export function loginsWithKey(profiles: readonly ProfileView[], environment: Environment): readonly string[] {
  const logins = profiles
    .filter((view) => view.profile.environment === environment && view.key !== null)
    .map((view) => view.profile.login)
  return [...new Set(logins)]
}

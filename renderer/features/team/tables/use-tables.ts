import { computed, ref, shallowRef } from 'vue'
import type { CallInput, CallOutput } from '#shared/ipc/contract.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import { api } from '../../../app/api.ts'
import { useText } from '../../../i18n/index.ts'
import type { ServerAddress } from '../joining/use-address-form.ts'
import { usePassword } from '../joining/use-password.ts'

type Member = CallInput<'team.createSchema'>['members'][number]

/** A login of the database and its role, as typed. */
export interface RoleRow { user: string; role: Member['role'] }

/**
 * Creates or upgrades the tables with the login of the database's owner. `server` returns the address; null while
 * it has a problem.
 */
export function useTables(server: () => ServerAddress | null) {
  const t = useText()
  const owner = ref('')
  const secret = usePassword()
  /** True for a team for rehearsals, which cannot be changed later. */
  const rehearsal = ref(false)
  const rows = ref<RoleRow[]>([])
  const tried = ref(false)
  const busy = ref(false)
  const done = shallowRef<CallOutput<'team.createSchema'> | null>(null)
  const failure = shallowRef<Failure | null>(null)

  const ownerProblem = computed(() => (tried.value ? nameProblem(owner.value, t('team.problem.user')) : ''))
  const rowProblems = computed(() => rows.value.map(({ user }) => (tried.value ? nameProblem(user, t('team.problem.role')) : '')))

  function nameProblem(name: string, missing: string): string {
    if (name.trim() === '') return missing
    return name.trim().length > 63 ? t('team.problem.nameLong') : ''
  }

  /** Creates the tables. Returns false without a call if a field has a problem. */
  async function create(): Promise<boolean> {
    tried.value = true
    const [address, hasPassword] = [server(), secret.check()]
    const isValid = ownerProblem.value === '' && rowProblems.value.every((problem) => problem === '')
    if (busy.value) return true
    if (address === null || !hasPassword || !isValid) return false
    busy.value = true
    done.value = null
    failure.value = null
    const answer = await api.call('team.createSchema', {
      owner: { ...address, user: owner.value.trim() }, password: secret.take(),
      members: rows.value.map(({ user, role }) => ({ user: user.trim(), role })), rehearsal: rehearsal.value,
    })
    busy.value = false
    tried.value = false
    if (answer.ok) done.value = answer.value
    else failure.value = answer.failure
    return true
  }

  return { rehearsal, owner, ownerProblem, secret, rows, rowProblems, busy, done, failure, create }
}

import { computed, ref, shallowRef } from 'vue'
import type { Failure } from '#shared/model/answers/failure.ts'
import { deskLabelSchema, longestDeskLabel } from '#shared/model/team/team-state.ts'
import { api } from '../../../app/api.ts'
import { useTeam } from '../../../app/stores/team.ts'
import { useText } from '../../../i18n/index.ts'
import { showMessage } from '../../../ui/messages/announcer.ts'
import { useAddressForm } from './use-address-form.ts'
import { useConnectionTest } from './use-connection-test.ts'
import { usePassword } from './use-password.ts'

/** Joins a team: the form, the test of its values, and the call. */
export function useJoin() {
  const t = useText()
  const team = useTeam()
  const address = useAddressForm()
  const secret = usePassword(() => address.form.clientCertificate !== '')
  const test = useConnectionTest()
  const label = ref('')
  const labelChecked = ref(false)
  const joining = ref(false)
  const failure = shallowRef<Failure | null>(null)

  const waits = computed(() => joining.value || test.busy.value)
  const labelProblem = computed(() => {
    const name = label.value.trim()
    if (name.length > longestDeskLabel) return t('team.problem.labelLong', { most: longestDeskLabel })
    if (!labelChecked.value || deskLabelSchema.safeParse(name).success) return ''
    return t(name === '' ? 'team.problem.label' : 'team.problem.labelCard')
  })

  /** Tests the connection. Returns false without a call if a field has a problem. */
  async function testConnection(): Promise<boolean> {
    const [typed, hasPassword] = [address.read(), secret.check()]
    if (waits.value) return true
    if (typed === null || !hasPassword) return false
    failure.value = null
    // The password is kept for joining, the next step. A refused one is cleared.
    if (!await test.test(typed, secret.password.value || null)) secret.clear()
    return true
  }

  /** Joins the team. Returns false without a call if a field has a problem. */
  async function join(): Promise<boolean> {
    labelChecked.value = true
    const [typed, hasPassword] = [address.read(), secret.check()]
    if (waits.value) return true
    if (typed === null || !hasPassword || labelProblem.value !== '') return false
    joining.value = true
    failure.value = null
    test.clear()
    const answer = await api.call('team.join', { address: typed, password: secret.takeOrNull(), label: label.value.trim() })
    joining.value = false
    if (!answer.ok) {
      failure.value = answer.failure
      return true
    }
    team.take(answer.value)
    const isConnected = answer.value.state === 'member' && answer.value.connection.kind === 'connected'
    showMessage(isConnected ? 'good' : 'wait', t(isConnected ? 'team.join.done' : 'team.join.notConnected'))
    return true
  }

  return { address, secret, test, label, labelProblem, joining, waits, failure, testConnection, join }
}

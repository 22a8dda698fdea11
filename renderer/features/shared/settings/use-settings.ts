import { computed, onMounted, ref, shallowRef } from 'vue'
import type { Failure } from '#shared/model/answers/failure.ts'
import { api } from '../../../app/api.ts'
import { useText } from '../../../i18n/index.ts'
import { showMessage } from '../../../ui/messages/announcer.ts'
import { settingsFormOf, settingsFrom, settingsProblems, type SettingsForm } from './settings-form.ts'

const noProblems = {
  operatorName: '', notFoundAfterMinutes: '', lockAfterMinutes: '', replaceAfterDays: '',
} as const

/**
 * The settings of this computer as a form. A screen shows some of them; all are saved together, those that it does not
 * show as they were read. `form` is null until the settings are read.
 */
export function useSettings() {
  const t = useText()
  const form = ref<SettingsForm | null>(null)
  const tried = ref(false)
  const busy = ref(false)
  const failure = shallowRef<Failure | null>(null)

  const found = computed(() => (form.value === null ? noProblems : settingsProblems(form.value, t)))
  const problems = computed(() => (tried.value ? found.value : noProblems))

  async function load(): Promise<void> {
    failure.value = null
    const answer = await api.call('settings.read')
    if (answer.ok) form.value = settingsFormOf(answer.value)
    else failure.value = answer.failure
  }

  async function save(): Promise<void> {
    tried.value = true
    const settings = form.value === null ? null : settingsFrom(form.value)
    if (busy.value || settings === null || Object.values(found.value).some((problem) => problem !== '')) return
    busy.value = true
    failure.value = null
    const answer = await api.call('settings.save', settings)
    busy.value = false
    if (!answer.ok) {
      failure.value = answer.failure
      return
    }
    form.value = form.value && { ...form.value, auditFile: { ...form.value.auditFile, sent: 'keep' } }
    showMessage('good', t('maintenance.settings.saved'))
  }

  onMounted(load)

  return { form, problems, busy, failure, load, save }
}

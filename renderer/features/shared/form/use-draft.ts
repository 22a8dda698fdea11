import { onBeforeUnmount, type Ref } from 'vue'
import { useRoute } from 'vue-router'
import { isConfidential, type FieldKey, type FieldValues } from '#shared/gateway/fields/fields.ts'
import { useScreenStart } from '../../../app/stores/screen-start.ts'
import { useSession } from '../../../app/stores/session.ts'
import { useText } from '../../../i18n/index.ts'
import { showMessage } from '../../../ui/messages/announcer.ts'
import type { FieldForm } from './field-form.ts'
import { useFormDrafts, type FormDraft } from './form-drafts.ts'

/**
 * Keeps the typed values of an unsent form when its screen is left, and restores them when the form opens again for the
 * same profile. Values in the address replace the draft: the two are never mixed. `isUnsent` returns whether the form's
 * values were not sent yet. `proposed` names fields that the screen fills in itself: they alone are no draft.
 */
export function useDraft(
  form: FieldForm, entryPoint: Ref<string>, isUnsent: () => boolean, proposed: readonly FieldKey[] = [],
): void {
  const drafts = useFormDrafts()
  const start = useScreenStart()
  const route = useRoute()
  const t = useText()
  const key = `${useSession().activeId ?? ''} ${route.path}`
  const begunAt = start.count

  const draft = drafts.take(key)
  if (draft !== null && Object.keys(route.query).length === 0) {
    for (const [field, value] of Object.entries(draft.values) as [FieldKey, string][]) form.type(field, value)
    form.setRows(draft.amountRows)
    entryPoint.value = draft.entryPoint
    showMessage('info', t('forms.draftRestored'))
  }

  // Before unmounting, as the screen clears its form when it is unmounted.
  onBeforeUnmount(() => {
    if (start.count !== begunAt || !isUnsent()) return
    const values = openValues(form)
    const typed = (Object.keys(values) as FieldKey[]).some((field) => !proposed.includes(field))
    if (!typed && form.amountRows.value.length === 0) return
    drafts.keep(key, draftOf(form, entryPoint.value))
  })
}

/** The typed values of a form without the confidential ones, to be restored later. */
export function draftOf(form: FieldForm, entryPoint: string): FormDraft {
  return { values: openValues(form), amountRows: [...form.amountRows.value], entryPoint }
}

function openValues(form: FieldForm): FieldValues {
  // SECURITY: leaves out confidential fields and any field into which a card number was typed by mistake.
  const holdsCardNumber = form.problems.value.filter(({ code }) => code === 'holds-card-number').map(({ field }) => field)
  const open = (Object.entries(form.typed) as [FieldKey, string][])
    .filter(([field, value]) => value !== '' && !isConfidential(field) && !holdsCardNumber.includes(field))
  return Object.fromEntries(open)
}

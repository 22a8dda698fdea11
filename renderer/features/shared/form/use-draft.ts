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
 * Keeps what was typed when a half-filled form is left, and puts it back when the form is opened again for the same
 * profile. Values that another screen sent along take its place: the two are never mixed. `isUnsent` tells whether
 * what stands in the form was not sent yet; `proposed` names fields that the screen fills in itself: alone no draft.
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

  // Before the form is emptied, which happens when its screen ends.
  onBeforeUnmount(() => {
    if (start.count !== begunAt || !isUnsent()) return
    const values = openValues(form)
    const typed = (Object.keys(values) as FieldKey[]).some((field) => !proposed.includes(field))
    if (!typed && form.amountRows.value.length === 0) return
    drafts.keep(key, draftOf(form, entryPoint.value))
  })
}

/** What is typed into a form, to be put back later; without anything confidential. */
export function draftOf(form: FieldForm, entryPoint: string): FormDraft {
  return { values: openValues(form), amountRows: [...form.amountRows.value], entryPoint }
}

function openValues(form: FieldForm): FieldValues {
  // SECURITY: neither confidential fields nor a card number that was typed where none belongs.
  const holdsCardNumber = form.problems.value.filter(({ code }) => code === 'holds-card-number').map(({ field }) => field)
  const open = (Object.entries(form.typed) as [FieldKey, string][])
    .filter(([field, value]) => value !== '' && !isConfidential(field) && !holdsCardNumber.includes(field))
  return Object.fromEntries(open)
}

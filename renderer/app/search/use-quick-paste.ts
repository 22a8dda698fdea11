import { computed, shallowRef } from 'vue'
import { longestPasted } from '#shared/inspector/reading/pasted.ts'
import { readSupportMail } from '#shared/model/profiles/support-mail.ts'
import { useText } from '../../i18n/index.ts'
import { takeMail } from '../pasted-mail.ts'
import { pastedKind, shownMail, shownRequest } from './pasted-text.ts'
import { useAccess } from '../stores/access.ts'
import type { Pasted } from './use-suggestions.ts'

/** A request or mail pasted into the quick search. The box shows a short text in its place. */
export function useQuickPaste() {
  const access = useAccess()
  const t = useText()
  const pasted = shallowRef<Pasted | null>(null)

  const note = computed(() => {
    if (pasted.value === null) return ''
    if (pasted.value.kind === 'request') return t('shell.find.requestNote')
    return t(pasted.value.mail === null ? 'shell.find.mailForAdministrators' : 'shell.find.mailNote')
  })

  /** Returns the text to show for a request or a mail; null for any other text, which is not stored. */
  function take(text: string): string | null {
    forget()
    const read = text.slice(0, longestPasted)
    const kind = pastedKind(read)
    if (kind === 'request') {
      pasted.value = { kind, text: read }
      return shownRequest(read, t)
    }
    if (kind !== 'mail') return null
    const mail = access.mayAdminister ? takeMail(read) : null
    pasted.value = { kind, mail }
    const details = mail?.details ?? readSupportMail(read)?.details
    return details === undefined ? null : shownMail(details, t)
  }

  function forget(): void {
    pasted.value = null
  }

  return { pasted, note, take, forget }
}

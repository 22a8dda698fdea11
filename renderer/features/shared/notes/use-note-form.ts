import { computed, onBeforeUnmount, ref, shallowRef } from 'vue'
import type { PersonId } from '#shared/brands.ts'
import { maskFreeTextExcept } from '#shared/gateway/requests/masking.ts'
import type { Person } from '#shared/model/application/access.ts'
import type { ShownNote } from '#shared/model/history/note.ts'
import { longestNote, longestTag, mostTags, plainNoteText, plainTags } from '#shared/note-text.ts'
import { api } from '../../../app/api.ts'
import { useText } from '../../../i18n/index.ts'
import { useNoteDrafts, type NoteDraft } from './note-drafts.ts'
import type { TypedNote } from './use-notes.ts'

/**
 * The form of a note: its values, the problems beside its fields, and the masking of digits before saving. `note` is
 * the one that is changed; `ids` are those of its payment, which are not masked. When the form is unmounted, its draft
 * is stored under `key`; the next form with this key restores it.
 */
export function useNoteForm(note: ShownNote | null, ids: () => readonly string[], key: string) {
  const t = useText()
  const drafts = useNoteDrafts()
  const untouched = draftOf(note)
  const begun = drafts.get(key) ?? untouched
  const text = ref(begun.text)
  const tags = ref(begun.tags)
  const newTag = ref(begun.newTag)
  const followsUp = ref(begun.followsUp)
  const day = ref(begun.day)
  const personId = ref(begun.personId)
  const tried = ref(false)
  /** True if digits were masked and the person has not seen the result yet. */
  const masked = ref(begun.masked)

  const persons = shallowRef<readonly Pick<Person, 'id' | 'name'>[]>([])
  const usedTags = shallowRef<readonly string[]>([])
  const proposals = computed(() => usedTags.value.filter((tag) => !tags.value.includes(tag)))

  async function load(): Promise<void> {
    const [people, choices] = await Promise.all([api.call('access.persons'), api.call('history.choices')])
    // The form works without them: the follow-up is for anybody, and tags are typed.
    if (people.ok) persons.value = people.value
    if (choices.ok) usedTags.value = choices.value.tags.map(({ value }) => value)
  }

  const used = computed(() => plainNoteText(text.value).length)
  const problems = computed(() => ({
    text: used.value === 0 ? t('notes.textNeeded') : used.value > longestNote ? t('notes.textTooLong', { limit: longestNote }) : '',
    tags: tagProblem(),
    day: followsUp.value && day.value === '' ? t('notes.dayNeeded') : '',
  }))
  const shown = computed(() => {
    const { text: ofText, tags: ofTags, day: ofDay } = problems.value
    // A text that is too long is reported immediately, a missing one after the first attempt to save.
    return { text: tried.value || used.value > longestNote ? ofText : '', tags: ofTags, day: tried.value ? ofDay : '' }
  })

  function tagProblem(): string {
    if (newTag.value.trim().length > longestTag) return t('notes.tagTooLong', { limit: longestTag })
    return tags.value.length > mostTags ? t('notes.tagsTooMany', { limit: mostTags }) : ''
  }

  function addTag(): void {
    if (newTag.value.trim() === '' || tagProblem() !== '') return
    tags.value = plainTags([...tags.value, newTag.value])
    newTag.value = ''
  }

  function removeTag(tag: string): void {
    tags.value = tags.value.filter((one) => one !== tag)
  }

  /** The values to save; null if a field has a problem or the person must first check masked digits. */
  function submit(): TypedNote | null {
    addTag()
    tried.value = true
    if (Object.values(problems.value).some((problem) => problem !== '')) return null
    const plain = [plainNoteText(text.value), ...tags.value]
    const [safeText = '', ...safeTags] = plain.map((part) => maskFreeTextExcept(part, ids()))
    masked.value = [safeText, ...safeTags].some((part, index) => part !== plain[index])
    text.value = safeText
    tags.value = safeTags
    if (masked.value) return null
    const followUp = followsUp.value ? { day: day.value, personId: (personId.value || null) as PersonId | null } : null
    return { text: safeText, tags: safeTags, followUp }
  }

  onBeforeUnmount(() => {
    const typed: NoteDraft = {
      text: text.value, tags: tags.value, newTag: newTag.value, followsUp: followsUp.value, day: day.value,
      personId: personId.value, masked: masked.value,
    }
    if (JSON.stringify(typed) === JSON.stringify(untouched)) drafts.drop(key)
    else drafts.keep(key, masking(typed))
  })

  /** SECURITY: the values as they would be saved, with possible card numbers masked. */
  function masking(typed: NoteDraft): NoteDraft {
    const plain = [typed.text, typed.newTag, ...typed.tags]
    const [safeText = '', safeTag = '', ...safeTags] = plain.map((part) => maskFreeTextExcept(part, ids()))
    const isMasked = [safeText, safeTag, ...safeTags].some((part, index) => part !== plain[index])
    return { ...typed, text: safeText, newTag: safeTag, tags: safeTags, masked: typed.masked || isMasked }
  }

  return {
    text, tags, newTag, followsUp, day, personId, masked, persons, proposals, used, problems: shown, load, addTag,
    removeTag, submit,
  }
}

function draftOf(note: ShownNote | null): NoteDraft {
  const { text = null, tags = [], followUp = null } = note ?? {}
  return {
    text: text ?? '', tags, newTag: '', followsUp: followUp !== null, day: followUp?.day ?? '',
    personId: followUp?.person?.id ?? '', masked: false,
  }
}

import { computed } from 'vue'
import type { AuthorityEnd } from '#shared/model/keys/certificate-authorities.ts'
import type { Reminder } from '#shared/model/keys/key-life.ts'
import { useText } from '../../i18n/index.ts'
import { localTime } from '../../ui/values/time.ts'
import { useLives } from '../stores/lives.ts'

/** A key or control secret that is due for replacement, or a certificate authority that expires. */
export interface ReplacementReminder {
  readonly id: string
  readonly reminder: NonNullable<Reminder>
  readonly to: '/keys' | '/profiles' | '/team'
  readonly title: string
  readonly next: string
  /** The label of the link to `to`. */
  readonly open: string
}

type Reminding = Omit<ReplacementReminder, 'open'>

const openTexts = {
  '/keys': 'keys.reminder.openKeys', '/profiles': 'keys.reminder.openProfiles', '/team': 'certificates.reminder.openTeam',
} as const

/** The current reminders: keys in use, then control secrets, then certificate authorities. */
export function useReminders() {
  const t = useText()
  const store = useLives()

  const nextOf = (successor: string | null): string => {
    if (successor === null) return t('keys.reminder.keyNext')
    const name = store.lives.keys.find(({ fingerprint }) => fingerprint === successor)?.name
    return t('keys.reminder.successorNext', { name: name ?? t('keys.reminder.successor') })
  }
  const titleOf = (reminder: NonNullable<Reminder>, what: string, replaceBy: string): string =>
    t(`keys.reminder.${reminder}`, { what, day: localTime(replaceBy, 'day') })

  const endReminder = ({ profileName, name, fingerprint, validUntil, reminder }: AuthorityEnd): Reminding => {
    const what = profileName === null
      ? t('certificates.reminder.ofTeam', { name })
      : t('certificates.reminder.ofProfile', { name, profile: profileName })
    return {
      id: `${profileName ?? ''} ${fingerprint}`, reminder, to: profileName === null ? '/team' : '/profiles',
      title: t(`certificates.reminder.${reminder}`, { what, day: localTime(validUntil, 'day') }),
      next: t(`certificates.reminder.next.${reminder}`),
    }
  }

  const reminders = (): readonly Reminding[] => [
    ...store.lives.keys.flatMap(({ fingerprint: id, name, reminder, replaceBy, successor }) => (
      reminder === null || replaceBy === null ? [] : [{
        id, reminder, to: '/keys' as const, title: titleOf(reminder, t('keys.reminder.key', { name }), replaceBy),
        next: nextOf(successor),
      }])),
    ...store.lives.secrets.flatMap(({ profileId: id, profileName: name, reminder, replaceBy }) => (
      reminder === null || replaceBy === null ? [] : [{
        id, reminder, to: '/profiles' as const, next: t('keys.reminder.secretNext'),
        title: titleOf(reminder, t('keys.reminder.secret', { name }), replaceBy),
      }])),
    ...store.lives.authorityEnds.map(endReminder),
  ]
  return computed((): readonly ReplacementReminder[] =>
    reminders().map((reminder) => ({ ...reminder, open: t(openTexts[reminder.to]) })))
}

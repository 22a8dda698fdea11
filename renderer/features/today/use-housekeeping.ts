import { computed } from 'vue'
import { blockText } from '../shared/profile/block-text.ts'
import { useHistoryFiles } from '../../app/stores/history-files.ts'
import { useHistoryTrust } from '../../app/stores/history-trust.ts'
import { useLives } from '../../app/stores/lives.ts'
import { useSession } from '../../app/stores/session.ts'
import { useTeam } from '../../app/stores/team.ts'
import { teamNotices } from '../../app/banners/team-texts.ts'
import { useReminders } from '../../app/banners/use-reminders.ts'
import { useText } from '../../i18n/index.ts'
import { spanText } from '../shared/entry/span-text.ts'
import type { Need } from './need.ts'

/** Backups are created daily, so an older newest backup means that they fail or that the computer was off. */
const oldBackupMs = 3 * 24 * 60 * 60 * 1_000

/**
 * The lines of everything except payments that needs a person: history and backups, the team, blocked profiles, keys
 * and secrets to replace. `now` in milliseconds since 1970.
 */
export function useHousekeeping(now: Readonly<{ value: number }>) {
  const t = useText()
  const session = useSession()
  const team = useTeam()
  const historyFiles = useHistoryFiles()
  const historyTrust = useHistoryTrust()
  const lives = useLives()
  const reminders = useReminders()

  const line = (need: Pick<Need, 'id' | 'kind' | 'title' | 'detail'>, to: string, label: string): Need =>
    ({ merchantOrderId: '', to: null, atStake: '', age: '', ...need, action: { kind: 'open', to, label } })

  const history = computed((): readonly Need[] => {
    const { warning } = historyFiles
    const isBehind = historyTrust.trust?.kind === 'behind'
    return [
      ...isBehind ? [line({
        id: 'behind', kind: 'bad', title: t('maintenance.trust.behindTitle'), detail: t('maintenance.trust.exempt'),
      }, '/maintenance', t('maintenance.trust.open'))] : [],
      // The line of a history that is behind also covers a missing history.
      ...warning === null || (isBehind && warning === 'missing') ? [] : [line({
        id: 'files', kind: 'bad', title: t(`shell.history.${warning}.title`), detail: t('shell.history.unknown'),
      }, '/maintenance', t(`shell.history.${warning}.open`))],
    ]
  })
  const backups = computed((): readonly Need[] => {
    const { files } = historyFiles
    if (files === null) return []
    const backup = (kind: Need['kind'], title: string, detail: string): Need =>
      line({ id: 'backup', kind, title, detail }, '/maintenance', t('maintenance.trust.open'))
    if (files.backupProblem !== null) return [backup('bad', t('today.housekeeping.backupFailed'), files.backupProblem)]
    const age = historyFiles.newestBackup === null ? 0 : now.value - Date.parse(historyFiles.newestBackup)
    return age < oldBackupMs ? [] : [
      backup('wait', t('today.housekeeping.backupOld', { span: spanText(age, t) }), t('today.housekeeping.backupNext')),
    ]
  })
  const verification = computed((): readonly Need[] => {
    const last = historyFiles.files?.lastVerification ?? null
    return last?.result !== 'bad' ? [] : [line({
      id: 'verification', kind: 'bad', title: t('today.housekeeping.verificationFailed'),
      detail: t('today.housekeeping.verificationNext'),
    }, '/maintenance', t('maintenance.trust.open'))]
  })
  const others = computed((): readonly Need[] => [
    ...(team.member === null ? [] : teamNotices(team.member, session.profiles, t))
      .map(({ about, kind, title, texts }, index) =>
        line({ id: `team ${about} ${index}`, kind, title, detail: texts.join(' ') }, '/team', t('team.notice.open'))),
    ...lives.lives.damaged.map(({ id }) => line({
      id: `damaged ${id}`, kind: 'bad', title: t('keys.damaged.title', { name: t('keys.damaged.name', { id: id.slice(0, 8) }) }),
      detail: '',
    }, '/keys', t('keys.reminder.openKeys'))),
    ...(session.missing.length === 0 ? [] : [line({
      id: 'missing profiles', kind: 'warning', title: t('profiles.missing', { names: session.missing.join(', ') }), detail: '',
    }, '/profiles', t('profileChecks.openProfiles'))]),
    ...session.profiles.flatMap(({ profile, blocked }) => (blocked === null ? [] : line({
      id: `blocked ${profile.id}`, kind: 'bad', title: t('profileChecks.blockedTitle', { name: profile.name }),
      detail: blockText(blocked, t),
    }, '/profiles', t('profileChecks.openProfiles')))),
    ...reminders.value.map(({ id, reminder, to, title, next, open }) => line({
      id: `reminder ${id}`, kind: reminder === 'due' ? 'wait' : 'info', title, detail: next,
    }, to, open)),
    ...session.warnings.map((warning) =>
      line({ id: warning, kind: 'wait', title: warning, detail: '' }, '/maintenance', t('maintenance.trust.open'))),
  ])

  /** `history` may prevent sending, so it is listed above the payments. */
  return { history, rest: computed(() => [...backups.value, ...verification.value, ...others.value]) }
}

import type { EntryId, MerchantKey } from '#shared/brands.ts'
import type { ProfileView } from '#shared/model/application/app.ts'
import type { TeamMember, WorkingAlone } from '#shared/model/team/team-state.ts'
import { teamMerchantOf } from '#shared/team/team-merchant.ts'
import { merchantText as merchantAtGateway } from '../../features/shared/profile/merchant-text.ts'
import type { Translate } from '../../i18n/index.ts'
import type { Kind } from '../../ui/messages/kinds.ts'
import { localTime } from '../../ui/values/time.ts'
import { merchantText } from '../merchant-text.ts'

/** A notice about the team for everybody at this desk, on every screen. */
export interface TeamNotice {
  readonly about: 'unreachable' | 'went-back' | 'forked' | 'not-admitted' | 'collisions' | 'alone'
  readonly kind: Kind
  readonly title: string
  readonly texts: readonly string[]
  /** The entries of this desk that the notice is about. */
  readonly entries: readonly EntryId[]
}

/** Names a merchant by this desk's profiles for it, else by its login and address. */
export function teamMerchantText(
  key: MerchantKey, { rehearsal }: Pick<TeamMember, 'rehearsal'>, profiles: readonly ProfileView[], t: Translate,
): string {
  const named = profiles.filter(({ profile }) => teamMerchantOf(profile, rehearsal) === key)
    .map(({ profile }) => merchantText(profile.name, profile.environment, t))
  return named.length === 0 ? merchantAtGateway(key, t) : named.join(', ')
}

/** The notices of a team, the worst first; empty if there is no problem. */
export function teamNotices(member: TeamMember, profiles: readonly ProfileView[], t: Translate): TeamNotice[] {
  return [
    ...connectionNotice(member, t),
    ...member.collisions.length === 0 ? [] : [{
      about: 'collisions', kind: 'bad', title: t('team.notice.collisions.title', { count: member.collisions.length }),
      texts: [t('team.notice.collisions.text')], entries: member.collisions,
    } as const],
    ...member.alone.map((one) => aloneNotice(one, teamMerchantText(one.merchantKey, member, profiles, t), t)),
  ]
}

function connectionNotice({ connection, alone, fingerprint }: TeamMember, t: Translate): TeamNotice[] {
  const some = alone.some(({ isThisDesk }) => isThisDesk)
  const nothingSent = t(some ? 'team.notice.onlyAlone' : 'team.notice.nothingSent')
  switch (connection.kind) {
    case 'unreachable': {
      const { problem: { detail, technical }, lastAt } = connection
      const since = lastAt === null ? t('team.notice.unreachable.never')
        : t('team.notice.unreachable.since', { at: localTime(lastAt) })
      const code = technical === null ? '' : t('team.notice.unreachable.code', { code: technical })
      return [notice('unreachable', t('team.notice.unreachable.title'), [detail, nothingSent, `${since} ${code}`.trim()])]
    }
    case 'went-back': {
      const text = t('team.notice.went-back.text', { desks: connection.missingOf.join(', ') })
      return [notice('went-back', t('team.notice.went-back.title'), [text, nothingSent, t('team.notice.went-back.next')])]
    }
    case 'forked': return [notice('forked', t('team.notice.forked.title'), [
      t('team.notice.forked.text'), t(some ? 'team.notice.forked.onlyAlone' : 'team.notice.forked.nothingSent'),
      t('team.notice.forked.next'),
    ])]
    case 'not-admitted': return [connection.isWithdrawn === true ? notice('not-admitted', t('team.notice.withdrawn.title'), [
      t(fingerprint === null ? 'team.notice.not-admitted.noKey' : 'team.notice.withdrawn.text'), nothingSent,
    ]) : notice('not-admitted', t('team.notice.not-admitted.title'), [
      t(fingerprint === null ? 'team.notice.not-admitted.noKey' : 'team.notice.not-admitted.text'),
      t('team.notice.not-admitted.first'), t('team.notice.not-admitted.nobody'), nothingSent,
    ])]
    default: return []
  }
}

const notice = (about: TeamNotice['about'], title: string, texts: readonly string[]): TeamNotice =>
  ({ about, kind: 'bad', title, texts, entries: [] })

function aloneNotice(
  { isThisDesk, deskLabel, who, reason, until }: WorkingAlone, merchant: string, t: Translate,
): TeamNotice {
  const where = { merchant, desk: deskLabel, until: localTime(until, 'minute') }
  return {
    about: 'alone', kind: 'warning', title: t(isThisDesk ? 'team.notice.alone.title' : 'team.notice.alone.titleElsewhere', where),
    texts: [t(isThisDesk ? 'team.notice.alone.here' : 'team.notice.alone.elsewhere', { who, reason })], entries: [],
  }
}

/** The state of the team in a few words; of several problems the most severe one. */
export function teamLine({ connection, waiting, alone, collisions }: TeamMember, t: Translate): {
  readonly kind: Kind
  readonly text: string
} {
  switch (connection.kind) {
    case 'went-back':
    case 'forked': return { kind: 'bad', text: t('team.footer.behind') }
    case 'unreachable': return { kind: 'bad', text: t('team.footer.unreachable') }
    case 'not-admitted': return { kind: 'bad', text: t('team.footer.notAdmitted') }
    default:
  }
  if (collisions.length > 0) return { kind: 'bad', text: t('team.footer.collisions', { count: collisions.length }) }
  if (alone.some(({ isThisDesk }) => isThisDesk)) return { kind: 'warning', text: t('team.footer.alone') }
  if (waiting > 0) return { kind: 'wait', text: t('team.footer.waiting', { count: waiting }) }
  const text = t(connection.kind === 'connected' ? 'team.footer.connected' : 'team.footer.connecting')
  return { kind: connection.kind === 'connected' ? 'good' : 'wait', text }
}

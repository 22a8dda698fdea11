/** Texts about the copies of other desks' logs on this computer. */
import type { TeamMember } from '#shared/model/team/team-state.ts'
import type { Translate } from '../../i18n/index.ts'
import type { Kind } from '../../ui/messages/kinds.ts'
import { localTime } from '../../ui/values/time.ts'

/** Why entries of other desks are not current. */
export interface CopiedFact {
  readonly about: 'unusable' | 'contradicted' | 'disk-full' | 'copying' | 'not-current'
  readonly kind: Kind
  readonly text: string
  /** Number of events still to be copied; null for other reasons. */
  readonly toGo: number | null
}

/** Fewer events are copied too fast for a notice. */
const leastToGo = 1_000

/** Why entries of other desks are missing or old, most serious first; empty if all are current. */
export function copiedFacts({ copied, connection }: TeamMember, t: Translate): readonly CopiedFact[] {
  const { upToDateAt, waiting, stopped, contradicted } = copied
  const isConnected = connection.kind === 'connected'
  const isCopying = isConnected && stopped === null && waiting > 0 && (upToDateAt === null || waiting >= leastToGo)
  const isOld = !isCopying && (!isConnected || stopped === 'disk-full' || upToDateAt === null)
  return [
    ...(stopped === 'unusable' ? [fact('unusable', 'bad', t('teamLists.copied.stopped.unusable'))] : []),
    ...(contradicted.length > 0
      ? [fact('contradicted', 'bad', t('teamLists.copied.contradicted', { desks: contradicted.join(', ') }))]
      : []),
    ...(stopped === 'disk-full' ? [fact('disk-full', 'warning', t('teamLists.copied.stopped.disk-full'))] : []),
    ...(isCopying ? [fact('copying', 'wait', t('teamLists.copied.copying'), waiting)] : []),
    ...(isOld && stopped !== 'unusable' ? [fact('not-current', 'info', asOfText(upToDateAt, t))] : []),
  ]
}

function fact(about: CopiedFact['about'], kind: Kind, text: string, toGo: number | null = null): CopiedFact {
  return { about, kind, text, toGo }
}

function asOfText(upToDateAt: string | null, t: Translate): string {
  return upToDateAt === null
    ? t('teamLists.copied.never')
    : t('teamLists.copied.asOf', { time: localTime(upToDateAt, 'minute') })
}

/** "12,345 events to go." */
export function toGoText(toGo: number, t: Translate): string {
  return t('teamLists.copied.toGo', { count: toGo, number: toGo.toLocaleString('en') })
}

/** The same in one line, also if all are current. */
export function copiedLine(member: TeamMember, t: Translate): string {
  const { upToDateAt } = member.copied
  const facts = copiedFacts(member, t)
  if (facts.length === 0 && upToDateAt !== null) return t('teamLists.copied.current', { time: localTime(upToDateAt, 'minute') })
  return facts.flatMap(({ text, toGo }) => (toGo === null ? text : [text, toGoText(toGo, t)])).join(' ')
}

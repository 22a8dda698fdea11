import type { DeskId } from '#shared/brands.ts'
import type { TeamVerification } from '#shared/model/team/team-history.ts'
import type { TextKey, Translate } from '../../../i18n/index.ts'

/** The texts of a verification. Findings are never shown as a success, and unproven parts are named. */
export interface TeamVerdict {
  readonly kind: 'good' | 'warning' | 'bad'
  readonly title: string
  readonly text: string
  /** What is wrong; `notes` are the parts that are not proven. */
  readonly findings: readonly string[]
  readonly notes: readonly string[]
}

/** Returns the texts of a verification. */
export function teamVerdictOf(verification: TeamVerification, t: Translate): TeamVerdict {
  const findings = findingsOf(verification, t)
  const notes = notesOf(verification, t)
  if (findings.length > 0) {
    return { kind: 'bad', title: t('team.verify.bad', { count: findings.length }), text: t('team.verify.badNext'), findings, notes }
  }
  return notes.length > 0
    ? { kind: 'warning', title: t('team.verify.partly'), text: t('team.verify.partlyText'), findings, notes }
    : { kind: 'good', title: t('team.verify.good'), text: t('team.verify.goodText'), findings, notes }
}

/** The sentence of each kind of finding. A newer verification may report other kinds. */
const sentences: Readonly<Record<string, TextKey>> = {
  'link-wrong': 'team.verify.break.link-wrong',
  'event-missing': 'team.verify.break.event-missing',
  'event-added': 'team.verify.break.event-added',
  'content-wrong': 'team.verify.break.content-wrong',
  'content-missing': 'team.verify.break.content-missing',
  'head-wrong': 'team.verify.break.head-wrong',
  'receipts-wrong': 'team.verify.break.receipts-wrong',
  'witness-wrong': 'team.verify.break.witness-wrong',
  'desk-wrong': 'team.verify.break.desk-wrong',
  'derived-wrong': 'team.verify.break.derived-wrong',
}

function findingsOf({ desks, breaks }: TeamVerification, t: Translate): string[] {
  const nameOf = (id: DeskId | null): string => {
    const label = desks.find(({ deskId }) => deskId === id)?.label ?? ''
    return label === '' ? t('team.verify.unnamed', { id: id?.slice(0, 8) ?? '' }) : label
  }
  return breaks.map(({ kind, deskId, number, entryId, table }) => t(sentences[kind] ?? 'team.verify.break.other', {
    kind, desk: nameOf(deskId), number: number ?? '', entry: entryId ?? '', table: table ?? '',
  }))
}

function notesOf({ desks }: TeamVerification, t: Translate): string[] {
  return desks.flatMap(({ label: desk, fingerprint, standing, events, provenThrough }) => {
    // A waiting or refused desk has written no event that needs a proof.
    if (events === 0) return []
    if (fingerprint === null) return [t('team.verify.note.noKey', { desk })]
    const open = unsigned(events, provenThrough)
    return [
      ...standing === 'not-admitted' ? [t('team.verify.note.notAdmitted', { desk })] : [],
      ...open === 0 ? [] : [t('team.verify.note.open', { desk, count: open })],
    ]
  })
}

/** The number of newest events without a signature. The signature's own event, which follows them, does not count. */
function unsigned(events: number, provenThrough: number): number {
  return Math.max(0, events - provenThrough - (provenThrough === 0 ? 0 : 1))
}

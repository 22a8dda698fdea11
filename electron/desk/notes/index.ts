/** Notes about payments and cards on file, and the follow-ups that are due. */
import type { CardOwner } from '#shared/model/payments/card.ts'
import type { ProfileId } from '#shared/brands.ts'
import { merchantKeyOf } from '#shared/model/profiles/merchant.ts'
import { timeZoneOf } from '#shared/model/profiles/time-zone.ts'
import { failed, success } from '#shared/result.ts'
import { calendarDay } from '#shared/start-of-day.ts'
import type { CallsOf } from '../calls.ts'
import type { Notices } from '../notices.ts'
import type { Services } from '../services.ts'
import { addNote, changeNote, type NoteServices } from './write-note.ts'

/** Number of follow-ups that are listed. */
const maxDue = 100

/** The calls of notes. They send nothing and do not change payments. */
export function noteCalls(
  services: NoteServices & Pick<Services, 'profiles'>, notices: Pick<Notices, 'followUpsDue'>,
): CallsOf<'notes'> {
  const { journal, otherDesks, profiles, users, system } = services

  function ownerOf(profileId: ProfileId): CardOwner | null {
    const profile = profiles.get(profileId)
    const merchantKey = profile === null ? null : merchantKeyOf(profile)
    return profile === null || merchantKey === null ? null : { merchantKey, environment: profile.environment }
  }

  return {
    'notes.addToPayment': ({ entryId, ...typed }) => addNote(services, entryId, 'payment', typed),
    async 'notes.addToCard'({ profileId, cardReference, ...typed }) {
      const owner = ownerOf(profileId)
      if (owner === null) return failed({ code: 'no-such-profile' })
      const newest = await journal.newestOfCard({ ...owner, cardReference })
      if (!newest.ok) return newest
      if (newest.value === null) {
        const theirs = await (await otherDesks.port())?.newestOfCard({ ...owner, cardReference })
        return failed({ code: theirs?.ok === true && theirs.value !== null ? 'note-of-other-desk' : 'no-such-entry' })
      }
      return await addNote(services, newest.value, 'card', typed)
    },
    'notes.correct': ({ entryId, noteId, ...typed }) => changeNote(services, { entryId, noteId }, { kind: 'corrected', typed }),
    'notes.remove': (note) => changeNote(services, note, { kind: 'removed' }),
    'notes.finish': (note) => changeNote(services, note, { kind: 'finished' }),
    async 'notes.due'({ profileId }) {
      const [profile, owner] = [profiles.get(profileId), ownerOf(profileId)]
      if (profile === null || owner === null) return failed({ code: 'no-such-profile' })
      const day = calendarDay(system.now(), timeZoneOf(profile))
      const found = await journal.dueFollowUps({ ...owner, day })
      if (!found.ok) return found
      const actor = users.actor()
      const mine = actor.kind === 'person' ? actor.person.id : null
      const all = found.value.map((one) => ({ ...one, isMine: mine !== null && one.note.followUp.person?.id === mine }))
      // Follow-ups of other persons are listed, but cause no notice.
      const own = all.filter(({ isMine, note }) => isMine || note.followUp.person === null)
      // A follow-up that was moved to another day or person causes a new notice.
      notices.followUpsDue(own.map(({ note: { noteId, followUp: { day: from, person } } }) =>
        [noteId, from, person?.id].join(' ')))
      const due = [...all.filter(({ isMine }) => isMine), ...all.filter(({ isMine }) => !isMine)].slice(0, maxDue)
      return success({ due, more: all.length - due.length })
    },
  }
}

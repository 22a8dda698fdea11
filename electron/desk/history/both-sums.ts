/** The stored sums of this desk's history, and in a team of the copied logs of other desks. */
import type { Span } from '#shared/day-hours.ts'
import type { CardOwner } from '#shared/model/payments/card.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import type { DeskChoice } from '#shared/model/history/history-list.ts'
import type { Today } from '#shared/model/figures/today.ts'
import { success, type Result } from '#shared/result.ts'
import type { OtherDesksPort } from '../../journal/other-desks/port.ts'
import type { Services } from '../services.ts'
import { listedDesks, type Copies, type ListedDesk } from './listed-desks.ts'
import type { History } from './merged.ts'
import type { FailedSum, FinalSum } from './today-figures.ts'

/** The calls that both have in common. */
type Sums = Pick<OtherDesksPort, 'finalSums' | 'failedSums'>
type Asked = Parameters<OtherDesksPort['finalSums']>[0]

/** How current the copies of other desks are. */
export type CopiesState = Pick<Copies, 'upToDateAt'>
  & { readonly desks: readonly Omit<Copies['desks'][number], 'id' | 'publicKey' | 'isAdmitted'>[] }

export interface SumsQuery extends CardOwner, Pick<Asked, 'spans' | 'byBrand' | 'currency' | 'who'> {
  readonly desk?: DeskChoice | null
  /** The failed payments of one span whose reasons are read. */
  readonly failed: { readonly span: Span } & Pick<Parameters<OtherDesksPort['failedSums']>[0], 'states' | 'operations'>
}

export interface BothSums {
  readonly finals: readonly FinalSum[]
  readonly failed: readonly FailedSum[]
  readonly otherDesks: Today['otherDesks']
}

/** Creates the reader of the sums of both. The gateway is not queried. */
export function bothSums(
  { journal, profiles }: Pick<Services, 'journal' | 'profiles'>, history: Pick<History, 'others' | 'profileHere'>,
) {
  const ask = async (of: Sums, { spans, byBrand = false, failed, ...owner }: SumsQuery) => {
    const [finals, failedOnes] = await Promise.all([
      of.finalSums({ ...owner, spans, byBrand }), of.failedSums({ ...owner, ...failed }),
    ])
    if (!finals.ok) return finals
    return failedOnes.ok ? success({ finals: finals.value, failed: failedOnes.value }) : failedOnes
  }

  /** Reads the sums of both. Fails if the other desks' part fails: without it the rest would look complete. */
  async function read(query: SumsQuery): Promise<Result<BothSums, Failure>> {
    const copies = query.desk === 'this-desk' ? null : await history.others()
    const [own, theirs, state] = await Promise.all([
      ask(journal, query), copies === null ? null : ask(copies, query), copies?.state(),
    ])
    if (!own.ok) return own
    // A profile of this desk may have been removed.
    const known = readBy(own.value, (sum) => (profiles.get(sum.profileId) === null ? history.profileHere(sum) : sum))
    if (theirs === null) return success({ ...known, otherDesks: null })
    if (!theirs.ok) return theirs
    const here = readBy(theirs.value, (sum) => history.profileHere(sum))
    return success({
      finals: [...known.finals, ...here.finals], failed: [...known.failed, ...here.failed],
      otherDesks: state?.ok === true ? otherDesksIn(state.value, await listedDesks(state.value, journal)) : null,
    })
  }

  return {
    read,
    readingOf: ({ profileId }: Pick<FinalSum, 'profileId'>) => profiles.get(profileId)?.switches.minorUnitDigits ?? 'iso-4217',
  }
}

/** Converts the profile of each sum to one that can read its amounts. */
function readBy({ finals, failed }: Pick<BothSums, 'finals' | 'failed'>, here: (sum: FinalSum) => FinalSum) {
  return { finals: finals.map(here), failed: failed.map((code) => ({ ...code, sums: code.sums.map(here) })) }
}

function otherDesksIn({ desks, upToDateAt }: CopiesState, listed: readonly ListedDesk[]): Today['otherDesks'] {
  // A log that contradicts its copy is no longer copied, so not everything up to that time was read.
  const isWhole = desks.every(({ isContradicted }) => !isContradicted)
  const others = listed.flatMap(({ desk, label }) => (desk === 'this-desk' ? [] : [{ desk, label }]))
  return { desks: others, upToDateAt: isWhole ? upToDateAt : null }
}

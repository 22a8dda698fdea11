/** Desks of a team whose vaults share its key for destinations, each with its own keychain. */
import { createHash } from 'node:crypto'
import type { DeskId } from '#shared/brands.ts'
import type { VaultPort } from '../../../electron/vault/port.ts'
import { createKeyedDigests } from '../../../electron/vault/signing/keyed-digests.ts'
import { createDestinationKey } from '../../../electron/vault/team/destination-key.ts'
import { createTeamHeadKey, createTeamHeads } from '../../../electron/vault/team/heads.ts'
import type { OpenOptions } from '../desk/support.ts'
import type { Colleague, Office } from './desks.ts'
import { lastingStores } from './lasting-stores.ts'

type Stores = ReturnType<typeof lastingStores>

/** A desk and its keychain. */
export interface Member extends Colleague {
  readonly user: string
  readonly stores: Stores
  readonly vault: Pick<VaultPort, 'keyedDigests' | 'destinationKey' | 'makeDestinationKey'>
}

/** An account of the digests. */
export const firstAccount = 'DE89370400440532013000'
export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** The part of a vault for the team's key, over a keychain. */
function vaultOver(stores: Stores) {
  const headKey = createTeamHeadKey(stores)
  const { methods, forDigests } = createDestinationKey(stores, headKey)
  return { ...createTeamHeads(stores, headKey), ...methods, ...createKeyedDigests(stores, forDigests) }
}

export const idOf = async ({ desk }: Member) =>
  await desk.call('team.describe', null) as { deskId: DeskId; fingerprint: string }

/** A desk's digest of the first account; equal at two desks if their payouts can be compared. */
export async function digestAt({ vault }: Member): Promise<string> {
  const made = await vault.keyedDigests({ purpose: 'destination', digests: [sha256(firstAccount)] })
  return made.ok ? made.value[0]! : made.failure.code
}

/** The number of the team's key that a desk has. */
export async function numberAt(member: Member): Promise<number | string | null> {
  const held = await member.vault.destinationKey({ deskId: (await idOf(member)).deskId })
  return held.ok ? held.value?.number ?? null : held.failure.code
}

/** A person at one desk compares the fingerprint of another one, and admits it. */
export async function compares(by: Member, other: Member): Promise<void> {
  await by.desk.call('team.connect', null)
  const { deskId, fingerprint } = await idOf(other)
  await by.desk.call('team.admitDesk', { deskId, fingerprint, reason: 'read to me, face to face' })
}

/** Each desk reads the events of the others and answers them. */
export async function exchangeAll(...members: readonly Member[]): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    for (const { desk } of members) await desk.call('team.connect', null)
  }
}

/** The desks of an office, on computers with this system. */
export function membersOf(office: () => Office, system: NonNullable<OpenOptions['system']> = {}) {
  async function joined(user: string, stores = lastingStores(), folder?: string): Promise<Member> {
    const vault = vaultOver(stores)
    const colleague = await office().colleague({ vault, system, ...folder !== undefined && { folder } })
    await colleague.join(user, { waits: true })
    return { ...colleague, user, stores, vault }
  }
  /** Lea's desk is the first one, Ben's is admitted there, and both have compared each other. */
  async function pair(): Promise<readonly [Member, Member]> {
    const [lea, ben] = [await joined('lea'), await joined('ben')]
    await compares(lea, ben)
    await compares(ben, lea)
    await exchangeAll(lea, ben)
    return [lea, ben]
  }
  return {
    joined, pair,
    /** The desk after a restart. */
    async again({ desk, user, stores }: Member): Promise<Member> {
      await desk.end()
      return await joined(user, stores, desk.folder)
    },
    /** A third desk, which only the first one and it have compared with each other. */
    async trio(): Promise<readonly [Member, Member, Member]> {
      const [lea, ben] = await pair()
      const anna = await joined('anna')
      await compares(lea, anna)
      await compares(anna, lea)
      await exchangeAll(lea, anna, ben)
      return [lea, ben, anna]
    },
  }
}

/** Which merchant an entry is about, and which merchants are one and the same. */
import type { MerchantKey } from '#shared/brands.ts'
import { builtInProfileId } from '#shared/model/profile-rules.ts'
import { builtInMerchantKey, merchantKeyAt, profileAsMerchant } from '#shared/model/merchant.ts'
import { markCollisions } from './collisions.ts'
import type { Connection } from '../connection.ts'
import { moveMerchant } from './list-values.ts'
import type { Intent } from '../records.ts'
import type { MerchantAt } from '../read/queries.ts'
import { text } from '../row.ts'

/** The parts of an intent that tell its merchant. */
export type IntentOfMerchant = Pick<Intent, 'profileId' | 'url' | 'fields'> & Partial<Pick<Intent, 'merchantKey' | 'login'>>

/**
 * The merchant that an intent was for. Intents of earlier versions name none: there it is read from their address and
 * login; one whose login is not known stands for its profile.
 */
export function merchantOf({ merchantKey, profileId, url, login, fields }: IntentOfMerchant): MerchantKey {
  if (merchantKey !== undefined) return merchantKey
  if (profileId === builtInProfileId) return builtInMerchantKey
  const usedLogin = login ?? fields.find(({ name }) => name === 'login')?.value
  const productWord = productWordIn(url)
  if (usedLogin === undefined || productWord === null) return profileAsMerchant(profileId)
  return merchantKeyAt(url, productWord, usedLogin) ?? profileAsMerchant(profileId)
}

/** What stands before `/api/` and the version; where a profile gave paths of its own, before the first `/api/`. */
function productWordIn(url: string): string | null {
  return (/\/([A-Za-z0-9-]+)\/api\/(?:v\d|3ds\/)/.exec(url) ?? /\/([A-Za-z0-9-]+)\/api\//.exec(url))?.[1] ?? null
}

/** The merchant that stands for all that are the same as this one; itself where none are. */
export function rootOf(connection: Connection, key: MerchantKey): MerchantKey {
  const alias = connection.first('SELECT same_as FROM merchant_alias WHERE merchant_key = ?', key)
  return alias === null ? key : text<MerchantKey>(alias, 'same_as')
}

/**
 * Makes two merchants one: their entries share one history from now on, and what was sent twice between them is marked.
 * The line of the audit trail that declares it must be written already. Call inside a transaction.
 */
export function joinMerchants(connection: Connection, one: MerchantKey, other: MerchantKey): void {
  const [root, joined] = [rootOf(connection, one), rootOf(connection, other)]
  if (root === joined) return
  writeAliases(connection, declaredRoots(connection))
  // Out of the unique indexes first; who is to stand in them is found out afterwards.
  connection.run(
    `UPDATE entry SET merchant_key = ?, collision = coalesce(collision, 'open') WHERE merchant_key = ?`, root, joined,
  )
  moveMerchant(connection, joined, root)
  markCollisions(connection, root)
}

/**
 * Compares the merchants that are one with what the audit trail declares, which the chain covers, and derives them
 * again where they differ. Call it only when the chain holds, and before the list is compared with its events.
 */
export function repairMerchants(connection: Connection): void {
  const roots = declaredRoots(connection)
  const here = connection.all('SELECT merchant_key, same_as FROM merchant_alias')
  const isRight = here.length === roots.size
    && here.every((row) => roots.get(text<MerchantKey>(row, 'merchant_key')) === row.same_as)
  if (!isRight) connection.transaction(() => { writeAliases(connection, roots) })
}

/** Which merchant stands for each that was declared to be another one, by the audit trail in its order. */
function declaredRoots(connection: Connection): ReadonlyMap<MerchantKey, MerchantKey> {
  const roots = new Map<MerchantKey, MerchantKey>()
  const lines = connection.all('SELECT same_merchants FROM audit WHERE same_merchants IS NOT NULL ORDER BY id')
  for (const line of lines) {
    const [one, other] = JSON.parse(text(line, 'same_merchants')) as [MerchantKey, MerchantKey]
    const [root, joined] = [roots.get(one) ?? one, roots.get(other) ?? other]
    if (root === joined) continue
    for (const [key, current] of roots) if (current === joined) roots.set(key, root)
    roots.set(joined, root)
  }
  return roots
}

function writeAliases(connection: Connection, roots: ReadonlyMap<MerchantKey, MerchantKey>): void {
  connection.run('DELETE FROM merchant_alias')
  for (const [key, root] of roots) {
    connection.run('INSERT INTO merchant_alias (merchant_key, same_as) VALUES (?, ?)', key, root)
  }
}

/** The keys by which entries of a merchant are kept: its own, and that of entries whose login is not known. */
export function keysAt(
  connection: Connection, { profileId, merchantKey }: MerchantAt,
): readonly [MerchantKey, MerchantKey] {
  const legacy = profileAsMerchant(profileId)
  return [merchantKey === null ? legacy : rootOf(connection, merchantKey), legacy]
}

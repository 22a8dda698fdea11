/** Merchants that were declared to be the same. */
import type { EntryId, MerchantKey } from '#shared/brands.ts'
import type { Connection } from '../connection.ts'
import { text } from '../row.ts'
import { markCollisions } from './collisions.ts'
import { moveCards } from './cards.ts'
import { moveMerchant } from './list-values.ts'

/** The representative of all merchants declared to be the same as this one; the merchant itself without any. */
export function rootOf(connection: Connection, key: MerchantKey): MerchantKey {
  const alias = connection.first('SELECT same_as FROM merchant_alias WHERE merchant_key = ?', key)
  return alias === null ? key : text<MerchantKey>(alias, 'same_as')
}

/** The key under which entries of a merchant are stored; null, which matches no entry, for an unknown merchant. */
export function keyAt(
  connection: Connection, { merchantKey }: { readonly merchantKey: MerchantKey | null },
): MerchantKey | null {
  return merchantKey === null ? null : rootOf(connection, merchantKey)
}

/**
 * Joins two merchants: their entries then share one history, and duplicates between them are marked as collisions. The
 * line of the audit trail that declares it must be written already. Call inside a transaction.
 */
export function joinMerchants(connection: Connection, one: MerchantKey, other: MerchantKey): void {
  const [root, joined] = [rootOf(connection, one), rootOf(connection, other)]
  if (root === joined) return
  writeAliases(connection, declaredRoots(connection))
  // First marks all moved entries, so that they leave the unique indexes; `markCollisions` then decides about each.
  connection.run(
    `UPDATE entry SET merchant_key = ?, collision = coalesce(collision, 'open') WHERE merchant_key = ?`, root, joined,
  )
  moveMerchant(connection, joined, root)
  moveCards(connection, joined, root)
  markCollisions(connection, root)
}

/**
 * Compares the stored aliases of merchants with the declarations in the audit trail, which the chain covers, and
 * corrects them if they differ. Returns the newest entry of each merchant that differed. Call it only if the chain is
 * valid, and before the entries are compared with their events.
 */
export function repairMerchants(connection: Connection): readonly EntryId[] {
  const roots = declaredRoots(connection)
  const stored = new Map(connection.all('SELECT merchant_key, same_as FROM merchant_alias')
    .map((row) => [text<MerchantKey>(row, 'merchant_key'), text<MerchantKey>(row, 'same_as')]))
  const wrong = [...new Set([...roots.keys(), ...stored.keys()])].filter((key) => roots.get(key) !== stored.get(key))
  if (wrong.length > 0) connection.transaction(() => { writeAliases(connection, roots) })
  return wrong.flatMap((key) => {
    const newest = connection.first(
      'SELECT entry_id FROM entry WHERE merchant_key IN (?, ?) ORDER BY seq DESC LIMIT 1', key, roots.get(key) ?? key,
    )
    return newest === null ? [] : text<EntryId>(newest, 'entry_id')
  })
}

/** The representative of each joined merchant, by the declarations in the audit trail, in their order. */
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

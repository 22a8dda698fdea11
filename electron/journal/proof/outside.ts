/** Verifies a copy of a journal with the public key alone, by the same functions as the application. */
import { existsSync, statSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import type { SignedHead } from '#shared/model/history/journal-head.ts'
import { failed, success, type Result } from '#shared/result.ts'
import { headKeyId, isHeadSigned, publicKeyIn } from '../../common/signatures/head-signature.ts'
import type { ChainBreak, Epoch, ProofKey, Walk } from '../chain/chain-types.ts'
import { epochsIn, newestLink } from '../chain/chain.ts'
import { Connection } from '../connection.ts'
import { openToRead, openUnchanged } from '../migrations/open-to-read.ts'
import { plainReason, resultCode } from '../sqlite-failure.ts'
import { brokenAt } from './chain-break.ts'
import { checkNewestHead, countRows } from './heads.ts'
import { walkChain } from './verify.ts'

const atOnce = 10_000

/** The result of verifying a copy of a journal with the public key. */
export interface OutsideVerification {
  /** `proven`: it is valid up to its newest head by this key. `unproven`: it has no head by this key. */
  readonly verdict: 'proven' | 'unproven' | 'broken'
  readonly links: number
  /** Events whose content was removed by signed removals, and how many of them on request. */
  readonly removed: number
  readonly removedOnRequest: number
  readonly heads: number
  readonly headsByAnotherKey: number
  readonly newestHead: Pick<SignedHead, 'number' | 'epoch' | 'position' | 'link' | 'at'> | null
  /** Events and audit lines after the newest head. They match the chain, but nothing proves who wrote them. */
  readonly behindNewestHead: number
  /** Where restores began a new epoch. */
  readonly epochs: readonly Epoch[]
  /** The number of heads of an earlier export whose chain a restore has replaced since. */
  readonly replacedHeads: number
  readonly firstBreak: ChainBreak | null
}

/**
 * Verifies a journal file that no program has open, without changing it. `publicKey` is the PEM that the application
 * saved. `exported` are heads of an earlier export; an older state of the file does not have them. Fails with a plain
 * sentence if the file cannot be read as a journal.
 */
export function verifyFromOutside(
  path: string, publicKey: string, exported: readonly SignedHead[],
): Result<OutsideVerification, string> {
  const opened = openCopy(path)
  if (!opened.ok) return opened
  try {
    return success(verifyCopy(new Connection(opened.value, () => undefined), publicKey, exported))
  } catch (error) {
    const reason = plainReason(error)
    if (reason === null) throw error
    return failed(reason)
  } finally {
    opened.value.close()
  }
}

function verifyCopy(connection: Connection, publicKey: string, exported: readonly SignedHead[]): OutsideVerification {
  const key = { publicKey, since: null }
  const chain = walkWhole(connection, newestLink(connection).position, key)
  const { newest, unsigned, epochs, earlier, firstBreak } = provenByHeads(connection, chain, key, exported)
  return {
    verdict: firstBreak !== null ? 'broken' : newest === null ? 'unproven' : 'proven',
    links: chain.links, removed: chain.removed, removedOnRequest: chain.removedOnRequest,
    heads: chain.heads, headsByAnotherKey: chain.headsByAnotherKey,
    newestHead: newest === null ? null : shown(newest), behindNewestHead: unsigned, epochs,
    replacedHeads: earlier.replaced, firstBreak,
  }
}

function provenByHeads(
  connection: Connection, { broken, unprovenRemoval }: ReturnType<typeof walkWhole>, key: ProofKey,
  exported: readonly SignedHead[],
) {
  try {
    const { newest, unsigned, broken: headBreak } = checkNewestHead(connection, { key })
    const uncovered = unprovenRemoval > (newest?.position ?? 0)
    const earlier = comparedWith(connection, exported, key.publicKey, newest)
    const firstBreak = broken ?? headBreak ?? earlier.broken
      // SECURITY: a removal by another key counts only if a head covers it.
      ?? (uncovered && newest !== null ? brokenAt(unprovenRemoval, 'removal-wrong') : null)
    return { newest, unsigned, epochs: epochsIn(connection), earlier, firstBreak }
  } catch (error) {
    if (broken === null || resultCode(error) !== null) throw error
    // A head or the line of an epoch has an invalid value, so the chain is broken there or before.
    const none = { replaced: 0, broken: null }
    const unsigned = countRows(connection, { after: 0, through: Number.MAX_SAFE_INTEGER })
    return { newest: null, unsigned, epochs: [], earlier: none, firstBreak: broken }
  }
}

function walkWhole(connection: Connection, through: number, key: ProofKey) {
  const found = {
    links: 0, removed: 0, removedOnRequest: 0, heads: 0, headsByAnotherKey: 0, unprovenRemoval: 0,
    broken: null as ChainBreak | null,
  }
  for (let from: Walk | null = null; ;) {
    const part = walkChain(connection, { from, through, limit: atOnce, key })
    for (const name of ['links', 'removed', 'removedOnRequest', 'heads', 'headsByAnotherKey'] as const) found[name] += part[name]
    found.unprovenRemoval = Math.max(found.unprovenRemoval, part.unprovenRemoval)
    found.broken = part.broken
    if (part.done) return found
    from = part.walk
  }
}

/**
 * Checks that the journal contains each head of an earlier export, unless a restore has begun a later epoch since. The
 * signatures of heads by earlier keys cannot be verified, so such a head must be the same as the journal's.
 */
function comparedWith(
  connection: Connection, exported: readonly SignedHead[], publicKey: string, newest: SignedHead | null,
): { readonly replaced: number; readonly broken: ChainBreak | null } {
  const key = publicKeyIn(publicKey)
  const keyId = headKeyId(key)
  let replaced = 0
  for (const head of exported) {
    if (head.keyId === keyId && !isHeadSigned(head, key)) return { replaced, broken: brokenAt(head.position, 'head-wrong', head) }
    const isKept = null !== connection.first(
      `SELECT 1 FROM head JOIN chain ON chain.position = head.position
        WHERE journal = ? AND number = ? AND epoch = ? AND head.position = ? AND link = unhex(?) AND at = ?
          AND key_id = ? AND signature = ?`,
      head.journal, head.number, head.epoch, head.position, head.link, head.at, head.keyId, head.signature,
    )
    if (isKept) continue
    const isReplaced = newest !== null && newest.journal === head.journal && newest.epoch > head.epoch
    if (!isReplaced) return { replaced, broken: brokenAt(head.position, 'head-missing', head) }
    replaced += 1
  }
  return { replaced, broken: null }
}

function openCopy(path: string): Result<DatabaseSync, string> {
  if (!existsSync(path)) return failed('The journal file cannot be read.')
  // An empty log is permitted: a program that only read the file leaves one.
  if ((statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0) {
    return failed('The journal is open, or was not closed: its newest entries are in a second file. Use a backup.')
  }
  return openToRead(() => openUnchanged(path), 'The file cannot be read as a journal.', (database) => {
    const heads = database.prepare(`SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'head'`).get()
    return heads === undefined ? 'It was written by a version of the application that signs no heads.' : null
  })
}

function shown({ number, epoch, position, link, at }: SignedHead): NonNullable<OutsideVerification['newestHead']> {
  return { number, epoch, position, link, at }
}

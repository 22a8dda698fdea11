/** The exports with which others verify a copy of the journal: the public key and the signed heads. */
import type { CallAnswer } from '#shared/ipc/contract.ts'
import { headsFormat, type HeadKey } from '#shared/model/history/journal-head.ts'
import { failed, type Result } from '#shared/result.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import type { Services } from '../services.ts'
import { audit } from './audit.ts'
import { saveFile } from './save-file.ts'

/** The public key; null before the first head was signed, `keychain-doubtful` if the key was lost. */
export async function headKey({ journal, vault }: Services): Promise<Result<HeadKey | null, Failure>> {
  const newest = await journal.newestHead()
  return newest.ok ? await vault.journalHeadKey({ signedBefore: newest.value !== null }) : newest
}

/** Saves the public key as a PEM file in a place that the person chooses. */
export async function saveHeadKey(services: Services): Promise<CallAnswer<'maintenance.saveHeadKey'>> {
  const key = await headKey(services)
  if (!key.ok) return key
  if (key.value === null) return failed(noneYet)
  const { keyId, publicKey } = key.value
  const saved = await saveFile(services, { name: `journal-public-key-${keyId}.pem`, content: publicKey })
  if (!saved.ok) return saved
  const line = await audit(services, 'public-key-exported', 'Signed heads', `${saved.value.fileName}, key ${keyId}`)
  return line.ok ? saved : line
}

/** Saves the last head of each day as JSON Lines, below a line with the public key. */
export async function saveHeads(services: Services): Promise<CallAnswer<'maintenance.saveHeads'>> {
  const key = await headKey(services)
  if (!key.ok) return key
  const heads = await services.journal.headsOfDays()
  if (!heads.ok) return heads
  const newest = heads.value.at(-1)
  if (key.value === null || newest === undefined) return failed(noneYet)
  const { keyId, publicKey } = key.value
  const lines = [{ format: headsFormat, keyId, publicKey }, ...heads.value].map((line) => `${JSON.stringify(line)}\n`)
  const saved = await saveFile(services, { name: `journal-heads-${newest.at.slice(0, 10)}.jsonl`, content: lines.join('') })
  if (!saved.ok) return saved
  const line = await audit(services, 'heads-exported', saved.value.fileName, '', heads.value.length)
  return line.ok ? saved : line
}

const noneYet = {
  code: 'file-unwritable', detail: 'No head is signed yet. The first one is signed soon after something is written.',
} as const

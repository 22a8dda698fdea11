import type { Failure } from '#shared/model/answers/failure.ts'
import { failed, success, type Result } from '#shared/result.ts'
import { reportDigest, signatureLine, unsignedReport } from '../../common/signatures/report-signature.ts'
import type { Services } from '../services.ts'

/**
 * A report with the signature of the desk as its last line, by the key of the journal's heads. Fails if the vault or
 * the journal fails. SECURITY: only text that the desk built is signed; the page names an order but no text.
 */
export async function signReport(
  { journal, vault }: Pick<Services, 'journal' | 'vault'>, content: Uint8Array,
): Promise<Result<Uint8Array, Failure>> {
  const [newest, ends] = [await journal.newestHead(), await journal.chainEnds()]
  if (!newest.ok) return newest
  if (!ends.ok) return ends
  const unsigned = unsignedReport(content)
  const signed = await vault.signReport({
    digest: reportDigest(unsigned), signedBefore: newest.value !== null, position: ends.value.position + 1,
  })
  if (!signed.ok) return signed
  // The keychain existed when the report was prepared.
  if (signed.value === null) return failed({ code: 'keychain-locked' })
  return success(Buffer.concat([unsigned, Buffer.from(signatureLine(signed.value))]))
}

import type { Failure } from '#shared/model/failure.ts'
import type { KeyDescription } from '#shared/model/key.ts'
import { failed, success, type Result } from '#shared/result.ts'
import type { Services } from '../services.ts'

/** What a file about a key is called: "public-key-staging-acme-2026.pem". */
export function fileNameOf(what: string, { environment, name }: KeyDescription): string {
  const plain = name.toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '')
  return `${what}-${environment}-${plain || 'unnamed'}.pem`
}

/** Writes text where the person says, readable by its owner alone; `cancelled` when nothing was chosen. */
export async function savedText(
  { system }: Services, name: string, text: string,
): Promise<Result<{ readonly fileName: string }, Failure>> {
  try {
    const answer = await system.saveTextFile(name, text)
    return answer === null ? failed({ code: 'cancelled' }) : success(answer)
  } catch (error) {
    return failed({ code: 'file-unwritable', detail: error instanceof Error ? error.message : 'The file could not be written.' })
  }
}

/** The logo in a profile's documents: chosen from a file, and encoded again by main, whatever the page sends. */
import type { CallAnswer } from '#shared/ipc/contract.ts'
import type { ProfileProblem } from '#shared/model/profiles/profile-problem.ts'
import type { ProfileDraft } from '#shared/model/profiles/profile.ts'
import { failed, success, type Result } from '#shared/result.ts'
import { encodeLogo } from '../../common/files/logo.ts'
import type { Services } from '../services.ts'

/** Shows a file dialog and reads the file once. SECURITY: its path does not reach the page. */
export async function chooseLogo({ system }: Pick<Services, 'system'>): Promise<CallAnswer<'profiles.chooseLogo'>> {
  let file: Uint8Array | null
  try {
    file = await system.chooseFile('Choose a logo (PNG)')
  } catch {
    return failed({ code: 'logo-refused', why: 'unreadable' })
  }
  if (file === null) return failed({ code: 'cancelled' })
  const encoded = encodeLogo(file)
  if (!encoded.ok) return failed({ code: 'logo-refused', why: encoded.failure })
  const { png, width, height } = encoded.value
  return success({ logo: Buffer.from(png).toString('base64'), width, height })
}

/** The draft with its logo encoded again. SECURITY: the page may send any bytes; only pixels are stored. */
export function withEncodedLogo(draft: ProfileDraft): Result<ProfileDraft, ProfileProblem> {
  const { letterhead } = draft
  if (letterhead === undefined || letterhead.logo === null) return success(draft)
  const encoded = encodeLogo(Buffer.from(letterhead.logo, 'base64'))
  if (!encoded.ok) return failed({ field: 'letterhead.logo', code: `logo-${encoded.failure}` })
  return success({ ...draft, letterhead: { ...letterhead, logo: Buffer.from(encoded.value.png).toString('base64') } })
}

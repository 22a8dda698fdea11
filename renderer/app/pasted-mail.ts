import type { CallAnswer } from '#shared/ipc/contract.ts'
import { readSupportMail, type MailDetails } from '#shared/model/profiles/support-mail.ts'
import { api } from './api.ts'

/** A pasted mail of gateway support, and main's handle for its secret. */
export interface PastedMail {
  readonly details: MailDetails
  readonly held: Promise<CallAnswer<'profiles.holdSecret'>>
}

/** Reads a pasted text; null unless it is a mail with a control secret. For administrators only. */
export function takeMail(text: string): PastedMail | null {
  const mail = readSupportMail(text)
  // SECURITY: the secret is passed to main before any part of the mail is shown; the page keeps no copy.
  return mail === null ? null : { details: mail.details, held: api.call('profiles.holdSecret', { secret: mail.secret }) }
}

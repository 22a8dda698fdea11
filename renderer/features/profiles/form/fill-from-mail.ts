import type { MailDetails } from '#shared/model/profiles/support-mail.ts'
import type { ProfileForm } from './form.ts'

/** Fills a form with the values of a mail of gateway support. Fields without a value in the mail are unchanged. */
export function fillFromMail(form: ProfileForm, details: MailDetails): void {
  const { environment, login, baseUrl, productWord, entryPoints } = details
  // The mail describes a real gateway, not the built-in one.
  if (form.environment === 'sandbox') form.environment = 'staging'
  if (environment !== null) form.environment = environment
  form.gatewayKind = 'address'
  if (baseUrl !== null) form.baseUrl = baseUrl
  if (productWord !== null) form.productWord = productWord
  if (login !== null) form.login = login
  if (form.name.trim() === '' && login !== null) form.name = login
  const kept = form.entryPoints.filter(({ id }) => id.trim() !== '')
  const added = entryPoints.filter(({ kind, id }) => !kept.some((row) => row.kind === kind && row.id.trim() === id))
  if (added.length > 0) form.entryPoints = [...kept, ...added.map((one) => ({ ...one }))]
}

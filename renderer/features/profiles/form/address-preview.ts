import { operations } from '#shared/gateway/operations/operations.ts'
import { pathProblem } from '#shared/gateway/operations/operation-paths.ts'
import { operationUrl } from '#shared/gateway/requests/request.ts'
import { normaliseBaseUrl } from '#shared/model/values/base-url.ts'
import { draftFrom, type ProfileForm } from './form.ts'

/**
 * The complete address of a status request with the form's profile, for its first endpoint or group (`standIn` if
 * there is none yet). Empty while the form is incomplete, and for the built-in gateway.
 */
export function addressPreview(form: ProfileForm, standIn: string): string {
  const { gateway, productWord, login, entryPoints, switches } = draftFrom(form)
  const baseUrl = gateway.kind === 'address' ? normaliseBaseUrl(gateway.baseUrl) : null
  if (baseUrl === null || !/^[A-Za-z0-9-]+$/.test(productWord) || pathProblem('status', switches) !== null) return ''
  const [first] = entryPoints
  const id = first === undefined || !/^[A-Za-z0-9-]+$/.test(first.id) ? standIn : first.id
  const entryPoint = first?.kind === 'group' ? { kind: 'group' as const, id } : { kind: 'endpoint' as const, id, currency: '' }
  return operationUrl(operations.status, { baseUrl, productWord, login, entryPoint, switches }) ?? ''
}

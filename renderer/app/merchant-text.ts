import type { Environment } from '#shared/model/values/environment.ts'
import type { Translate } from '../i18n/index.ts'

/**
 * Merchant, then environment: "Acme Shop · Staging". A profile named like its environment, such as the prepared
 * one, gives just "Sandbox".
 */
export function merchantText(name: string, environment: Environment, t: Translate): string {
  const where = t(`common.environment.${environment}`)
  return merchantName(name, environment, t) === '' ? where : t('common.merchantIn', { name, environment: where })
}

/** The name of a profile, empty if it only repeats the environment. */
export function merchantName(name: string, environment: Environment, t: Translate): string {
  return name.trim().toLowerCase() === t(`common.environment.${environment}`).toLowerCase() ? '' : name
}

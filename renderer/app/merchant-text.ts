import type { Environment } from '#shared/model/environment.ts'
import type { Translate } from '../i18n/index.ts'

/**
 * Whose money, then where: "Acme Shop · Staging". A profile that is named like its environment, as the ready one is,
 * says it once: "Sandbox".
 */
export function merchantText(name: string, environment: Environment, t: Translate): string {
  const where = t(`common.environment.${environment}`)
  return merchantName(name, environment, t) === '' ? where : t('common.merchantIn', { name, environment: where })
}

/** The name of a profile where it says more than its environment; else empty. */
export function merchantName(name: string, environment: Environment, t: Translate): string {
  return name.trim().toLowerCase() === t(`common.environment.${environment}`).toLowerCase() ? '' : name
}

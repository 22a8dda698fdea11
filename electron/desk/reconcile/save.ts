/** Saves a result as a file. */
import type { CallAnswer, ParsedInput } from '#shared/ipc/contract.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import type { ReconcileResult, ResultFormat } from '#shared/model/payments/reconcile.ts'
import { merchantKeyOf, merchantPartsOf } from '#shared/model/profiles/merchant.ts'
import { failed, success, type Result } from '#shared/result.ts'
import { describeError } from '../../common/processes/log.ts'
import { shownTime } from '../../common/processes/time.ts'
import { saveFile } from '../maintenance/index.ts'
import type { Services } from '../services.ts'

const formatWords = { csv: 'CSV', xlsx: 'XLSX', pdf: 'PDF' } as const satisfies Record<ResultFormat, string>

/** Asks where to save the result and writes the file. */
export async function saveResult(
  services: Services, { resultId, format }: ParsedInput<'reconcile.save'>,
): Promise<CallAnswer<'reconcile.save'>> {
  const result = await services.reconcile.open({ resultId })
  if (!result.ok) return result
  const built = await services.reconcile.file({ resultId, format, facts: factsOf(services, result.value) })
  if (!built.ok) return built
  const content = format === 'pdf' ? await printed(services, String(built.value)) : success(built.value)
  if (!content.ok) return content
  const { period: { first, last } } = result.value
  const name = `statement-${first === last ? first : `${first}-to-${last}`}.${format}`
  return await saveFile(services, { name, content: content.value }, {
    action: 'history-exported', subject: name, detail: `Statement compared, ${formatWords[format]}`,
  })
}

function factsOf(services: Services, result: ReconcileResult): readonly (readonly [string, string])[] {
  const profile = services.profiles.get(result.profileId)
  const merchantKey = profile === null ? null : merchantKeyOf(profile)
  return [
    ['Statement', result.fileName],
    ['Profile', profile?.name ?? ''],
    ['Merchant', merchantKey === null ? '' : merchantPartsOf(merchantKey)?.login ?? 'sandbox'],
    ['Environment', profile?.environment ?? ''],
    ['First day', result.period.first],
    ['Last day', result.period.last],
    ['Lines', String(result.lines)],
    ...(result.unlisted > 0
      ? [['Not listed', `${result.unlisted} entries of the history are in the sums and not in the list`] as const]
      : []),
    ...(result.unreadable > 0 ? [['Amounts not readable', `${result.unreadable} of the statement, in no sum`] as const] : []),
    ['Counted', 'Amounts of the statement, without declined and open transactions. History: what these desks sent and the gateway approved.'],
    ['Compared', `${shownTime(Date.parse(result.at))} by ${result.who}`],
    ['Created', shownTime(services.system.now())],
  ]
}

async function printed({ system, log }: Services, html: string): Promise<Result<Uint8Array, Failure>> {
  try {
    return success(await system.printing.pdf({ html, logo: null }))
  } catch (error) {
    log('statement-not-printed', describeError(error))
    return failed({ code: 'file-unwritable', detail: 'The pages could not be printed. Nothing was saved.' })
  }
}

/** The calls that read the report of a period, and save it. */
import type { Failure } from '#shared/model/answers/failure.ts'
import type { Report, ReportFormat, ReportQuery } from '#shared/model/figures/report.ts'
import { failed, success, type Result } from '#shared/result.ts'
import { documentHtml } from '../../../common/documents/document-html.ts'
import { describeError } from '../../../common/processes/log.ts'
import type { CallsOf } from '../../calls.ts'
import { saveFile } from '../../maintenance/index.ts'
import type { Services } from '../../services.ts'
import type { History } from '../merged.ts'
import { reportCsv } from './csv.ts'
import { reportDocument } from './document.ts'
import { factsOf, type Fact } from './facts.ts'
import { linesOf } from './lines.ts'
import { reportReader } from './read.ts'
import { reportWorkbook } from './workbook.ts'

const formatWords = { csv: 'CSV', xlsx: 'XLSX', pdf: 'PDF' } as const satisfies Record<ReportFormat, string>

/** Creates the calls. Main reads a report again to save it; the page names only period and format. */
export function reportCalls(services: Services, history: Pick<History, 'others' | 'profileHere' | 'calls'>): CallsOf<'report'> {
  const read = reportReader(services, history)

  function factsNow(report: Report, { profileId }: ReportQuery): readonly Fact[] {
    const member = services.membership.read()
    return factsOf(report, {
      profile: services.profiles.get(profileId)?.name ?? '',
      thisDesk: member === null || member === 'unreadable' ? '' : member.label,
      now: services.system.now(),
    })
  }

  async function contentOf(
    report: Report, facts: readonly Fact[], format: ReportFormat,
  ): Promise<Result<string | Uint8Array, Failure>> {
    const lines = linesOf(report)
    switch (format) {
      case 'csv': return success(reportCsv(lines, facts))
      case 'xlsx': return success(await reportWorkbook(lines, facts))
      case 'pdf': return await printed(documentHtml(reportDocument(lines, facts, daysOf(report, ' to '))))
    }
  }

  async function printed(html: string): Promise<Result<Uint8Array, Failure>> {
    try {
      return success(await services.system.printing.pdf({ html, logo: null }))
    } catch (error) {
      services.log('report-not-printed', describeError(error))
      return failed({ code: 'file-unwritable', detail: 'The pages could not be printed. Nothing was saved.' })
    }
  }

  return {
    'report.read': read,
    async 'report.save'({ query, format }) {
      const report = await read(query)
      if (!report.ok) return report
      const name = `report-${daysOf(query, '-to-')}.${format}`
      const content = await contentOf(report.value, factsNow(report.value, query), format)
      if (!content.ok) return content
      return await saveFile(services, { name, content: content.value }, {
        action: 'history-exported', subject: name, detail: `Report, ${formatWords[format]}`,
      })
    },
  }
}

/** The first and the last day; one date if they are the same. */
function daysOf({ first, last }: Pick<Report, 'first' | 'last'>, between: string): string {
  return first === last ? first : `${first}${between}${last}`
}

// A printed page: its PDF has the text, tags and page numbers. A hostile document runs and fetches nothing.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PNG } from 'pngjs'
import { documentHtml } from '../../electron/common/documents/document-html.ts'
import type { PrintedDocument } from '../../electron/common/documents/document.ts'
import { documentText } from '../../electron/common/documents/document-text.ts'
import { reportDocument } from '../../electron/desk/history/report/document.ts'
import type { ReportLine } from '../../electron/desk/history/report/lines.ts'
import { resultDocument } from '../../electron/reconcile/files/document.ts'
import type { ReconcileResult, ResultRow } from '../../shared/model/payments/reconcile.ts'
import { signatureLine, unsignedReport } from '../../electron/common/signatures/report-signature.ts'
import { maskFreeText } from '../../shared/gateway/requests/masking.ts'
import { closeAll, hostMissing, launch, type RunningApp } from './support/launch.ts'
import { textWithoutLayout, pdfTextWithoutLayout, readPdf } from './support/pdf.ts'
import { buildPrintApplication, deniedRequests, printPdf } from './support/print-application.ts'

const missing = hostMissing()
if (missing) console.log(`SKIPPED printing: ${missing}`)

describe.skipIf(missing)('a printed page', () => {
  let app: RunningApp
  let removeApplication: () => void
  let listener: Server
  let requests: string[]
  let origin: string

  beforeAll(async () => {
    requests = []
    listener = createServer((request, response) => { requests.push(request.url ?? ''); response.end('') })
    await new Promise<void>((resolve) => { listener.listen(0, '127.0.0.1', resolve) })
    origin = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`
    const built = await buildPrintApplication()
    removeApplication = built.remove
    ;({ app } = await launch({ appPath: built.appPath }))
  })
  afterAll(async () => {
    await closeAll()
    removeApplication()
    listener.close()
  })

  it('is a tagged A4 PDF in its language, with its own fonts and numbered pages', async () => {
    const quoted = { kind: 'quote', label: 'Ответ', text: maskFreeText('<script>1</script>\nstatus=approved') } as const
    const rows = Array.from({ length: 120 }, (_, number) => ({ label: `Row ${number}`, value: maskFreeText(`Дата ${number} ÄÖÜ ñ fi`) }))
    const document: PrintedDocument = {
      language: 'ru', title: 'Подтверждение', blocks: [{ kind: 'rows', rows }, quoted],
      sender: { name: maskFreeText('<b>A&B</b>'), lines: [maskFreeText('ул. Мира, 1\u202Egnp')], hasLogo: true },
    }
    const logo = new PNG({ width: 40, height: 20 })
    logo.data.fill(0x55)
    const printed = await printPdf(app, documentHtml(document), PNG.sync.write(logo))
    expect(Buffer.from(printed).toString('latin1')).toMatch(/\/Subtype \/Image\b/)
    // A signed report ends with its signature, which PDF readers take as a comment.
    const signed = Buffer.concat([unsignedReport(printed), Buffer.from(signatureLine({ keyId: '0'.repeat(16), signature: 'A'.repeat(86) }))])
    const pdf = await readPdf(signed)
    expect(pdf).toMatchObject({ title: 'Подтверждение', language: 'ru', tagged: true, width: 595, height: 842 })
    expect(pdf.pages.length).toBeGreaterThan(2)
    expect(pdfTextWithoutLayout(pdf)).toBe(textWithoutLayout(documentText(document)))
    expect(pdf.fonts.every((name) => /Inter|JetBrains/.test(name)), pdf.fonts.join()).toBe(true)
  })

  it('fits the large amounts of a report on the page, and does not break its days', async () => {
    const names = ['approved', 'declined', 'filtered', 'error', 'unknown', 'refunded', 'voided'] as const
    for (const count of [3, 7]) {
      const figures = Object.fromEntries(names.slice(0, count).map((name) => [name, { payments: 1234, amount: '1234567890.00', amountUnknown: 0 }]))
      const line: ReportLine = { part: 'day', name: '2026-11-20', code: '', currency: 'IDR', figures, net: { net: '1234567890.00', netUnknown: 0 } }
      const pdf = await readPdf(await printPdf(app, documentHtml(reportDocument([line], [['Merchant', 'Acme']], 'November 2026'))))
      // The right margin of A4, plus one point of measuring error.
      expect(pdf.rightmost).toBeLessThan(541)
      expect(pdf.pages.join('\n')).toContain('2026-11-20')
      expect(pdf.pages.join().match(/1,234,567,890\.00/g)).toHaveLength(count + 1)
    }
  })

  it('does not break the number and the day of a statement line', async () => {
    const line = {
      line: 1234, kind: 'payment', ids: { orderId: '17958058889520001', merchantOrderId: 'gc-2f33dafab7f04682f6ed' }, lastFour: '0001',
      amount: '10.15', currency: 'USD', day: '2026-11-20', state: null,
    }
    const row = { line, entries: [], entryCount: 0, rule: null, differences: [] } as unknown as ResultRow
    const result = { period: { first: '2026-11-01', last: '2026-11-30' }, sums: [] } as unknown as ReconcileResult
    const document = resultDocument({ result, facts: [], rowsOf: (list) => (list === 'onlyStatement' ? [row] : []) })
    const text = (await readPdf(await printPdf(app, documentHtml(document)))).pages.join()
    for (const whole of ['1234', '2026-11-20']) expect(text).toContain(whole)
  })

  it('runs no script and requests nothing but its own files', async () => {
    const hostile = `<!doctype html><html><head><title>t</title>
      <link rel="stylesheet" href="${origin}/style.css"><link rel="preload" as="image" href="${origin}/preload">
      <link rel="dns-prefetch" href="//example.org"><meta http-equiv="refresh" content="0; url=${origin}/refresh">
      <style>@import '${origin}/import.css'; body { background: url('${origin}/background') }</style></head>
      <body onload="document.body.append('ran')"><script>document.body.append('ran')</script>
      <img src="${origin}/image" onerror="document.body.append('ran')"><iframe src="${origin}/frame"></iframe>
      <iframe src="file:///etc/passwd"></iframe><object data="${origin}/object"></object><img src="app://bundle/index.html">
      <video src="${origin}/video" autoplay></video><form action="${origin}/form"><input autofocus></form>printed</body></html>`
    const pdf = await readPdf(await printPdf(app, hostile))
    expect(pdf.pages.join()).toContain('printed')
    expect(pdf.pages.join()).not.toMatch(/ran|root:/)
    expect(requests).toEqual([])
    expect(await deniedRequests(app)).not.toContainEqual(expect.objectContaining({ message: 'mainFrame' }))
  })
})

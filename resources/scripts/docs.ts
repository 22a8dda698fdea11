/** Writes every generated page: `npm run docs`. A unit test of each page compares it with its file. */
import { writeFileSync } from 'node:fs'
import { callsPage } from './calls-page.ts'
import { exportPage } from './export-page.ts'
import { faultsPage } from './faults-page.ts'
import { fusesPage } from './fuses-page.ts'
import { inspectorPage } from './inspector-page.ts'
import { operationsPage } from './operations-page.ts'
import { sandboxCardsPage } from './sandbox-cards-page.ts'

const pages: Readonly<Record<string, () => string>> = {
  'calls': callsPage, 'export': exportPage, 'faults': faultsPage, 'fuses': fusesPage, 'inspector': inspectorPage,
  'operations': operationsPage, 'sandbox-cards': sandboxCardsPage,
}

for (const [name, page] of Object.entries(pages)) {
  writeFileSync(new URL(`../../docs/${name}.md`, import.meta.url), page())
}

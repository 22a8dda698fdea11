/** The page `docs/export.md` from the columns of the exported table: `npm run docs`. */
import { columns } from '../../electron/desk/history/export-columns.ts'

/** The whole page as Markdown. */
export function exportPage(): string {
  const rows = columns.map(({ name, content }) => `| ${name} | ${content} |`)
  return `# Columns of the exported history

Generated from \`electron/desk/history/export-columns.ts\` by \`npm run docs\`; a test fails when the two differ. The form of the
file: [history.md](history.md#csv-for-spreadsheets).

| column | content |
|---|---|
${rows.join('\n')}
`
}

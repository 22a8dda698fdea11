/** The page `docs/fuses.md` from the decided fuses: `npm run docs`. */
import { fuseDecisions } from '../../electron/main/self-check/fuses.ts'

/** The whole page as Markdown. */
export function fusesPage(): string {
  const rows = Object.entries(fuseDecisions).map(([name, { on, reason }]) => `| ${name} | ${on ? 'on' : 'off'} | ${reason} |`)
  return `# Fuses of a package

Generated from \`electron/main/self-check/fuses.ts\` by \`npm run docs\`; a test fails when the two differ. A package is made with
them, and *Check this installation* compares its binary.

| fuse | set | reason |
|---|---|---|
${rows.join('\n')}
`
}

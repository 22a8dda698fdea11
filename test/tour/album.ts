// The pictures of the tour and the page that shows them.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The result of one step. */
export interface Result {
  readonly title: string
  readonly succeeded: boolean
  /** The text on the screen, or why the step failed. */
  readonly seen: string
  /** File names in the album's folder. */
  readonly pictures: readonly string[]
}

const OWN_FILE = /^(\d\d-[\w-]+\.png|index\.html|public-key\.pem)$/

/** Prepares the folder: removes the files of an earlier tour, keeps all others. */
export function prepareFolder(folder: string): void {
  mkdirSync(folder, { recursive: true })
  for (const name of readdirSync(folder).filter((file) => OWN_FILE.test(file))) rmSync(join(folder, name))
}

/** Writes `index.html`, which shows every step with its text and pictures. */
export function writeIndex(folder: string, results: readonly Result[]): void {
  writeFileSync(join(folder, 'index.html'), pageOf(results))
}

/** The whole page; every text in it is escaped. */
export function pageOf(results: readonly Result[]): string {
  const failed = results.filter(({ succeeded }) => !succeeded).length
  const summary = failed === 0 ? `All ${results.length} steps succeeded.` : `${failed} of ${results.length} steps failed.`
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Gateway Console: guided tour</title>
<style>
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { max-width: 1120px; margin: 2rem auto; padding: 0 1rem }
img { display: block; width: 100%; height: auto; margin: .75rem 0; border: 1px solid #8886; border-radius: 8px }
.failed { color: #c22 }
section { margin: 2.5rem 0 }
p { overflow-wrap: anywhere }
</style>
<h1>Gateway Console: guided tour</h1>
<p>${escaped(summary)} Everything here is made up: the gateway is the built-in one.</p>
${results.map(section).join('\n')}
</html>
`
}

function section({ title, succeeded, seen, pictures }: Result, index: number): string {
  const images = pictures.map((name) => `<img src="${escaped(name)}" alt="${escaped(`${title}: ${name}`)}">`)
  return `<section>
<h2>${index + 1}. ${escaped(title)}</h2>
<p${succeeded ? '' : ' class="failed"'}>${succeeded ? '' : 'Failed: '}${escaped(seen)}</p>
${images.join('\n')}
</section>`
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\'': '&#39;' }
const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)

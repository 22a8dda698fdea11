// npm run sbom: the bill of materials of a release as CycloneDX, from the lock file, next to the installers.
// Packages that the build contains or loads have the scope `required`, those that only build and test it
// `optional`. `--output FILE` sets another path.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { npm, root } from './common.mjs'

const read = (path) => JSON.parse(readFileSync(path, 'utf8'))
const { name, version } = read(join(root, 'package.json'))
const named = process.argv.indexOf('--output')
const file = named === -1 ? join(root, 'dist', `${name}-${version}.cdx.json`) : resolve(process.argv[named + 1] ?? '')

const chunks = []
const code = await npm(
  ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only', '--loglevel=error'],
  { stdio: ['ignore', 'pipe', 'inherit'], onOutput: (chunk) => { chunks.push(chunk) } },
)
if (code !== 0) {
  console.error('npm could not list the packages; it says why above.')
  process.exit(1)
}

const bill = JSON.parse(Buffer.concat(chunks).toString())
// npm names it after the folder.
bill.metadata.component.name = name
const built = ['main', 'preload', 'renderer'].flatMap((part) => read(join(root, 'out', part, 'third-party.json')))
const contained = new Set(built.map((one) => `${one.name}@${one.version}`))
for (const component of bill.components) {
  component.scope = contained.has(component['bom-ref']) ? 'required' : 'optional'
  component.properties = component.properties?.filter((property) => property.name !== 'cdx:npm:package:development')
}
mkdirSync(dirname(file), { recursive: true })
writeFileSync(file, `${JSON.stringify(bill, null, 2)}\n`)
console.log(`${bill.components.length} packages, ${bill.components.filter((one) => one.scope === 'required').length} of them in the build: ${file}`)

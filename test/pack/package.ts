// Packs the built application as `npm run pack:dir` does, around a replacement for Electron's distribution: the
// archive and the fuses are genuine, only the program that would run them is missing.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { extractAll, listPackage } from '@electron/asar'

const project = resolve(import.meta.dirname, '../..')
const standIn = join(project, 'test', 'host', 'program.ts')
const artifacts = join(project, 'test', '.artifacts')
const unpackedName = process.arch === 'x64' ? 'linux-unpacked' : `linux-${process.arch}-unpacked`
const manifest = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')) as {
  name: string, scripts: Record<'pack:dir', string>
}
/** The command of `npm run pack:dir` after the build, word by word. */
const packing = (manifest.scripts['pack:dir'].split(' && ').at(-1) ?? '').split(' ')

/**
 * The part of the binary that @electron/fuses reads: its mark, version 1, nine fuses in Electron's default states.
 */
const FUSE_WIRE = ['dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX', '\u0001', '\u0009', '101100011'].join('')

/** Why the application can't be packed here, or null. */
export function packingMissing(): string | null {
  if (process.platform !== 'linux') return 'the fake distribution is one for Linux'
  return existsSync(join(project, 'out', 'main', 'index.cjs')) ? null : 'out/ is missing: build first (npm run build)'
}

export interface PackedApplication {
  /** The program with its fuses; once the archive is extracted, it starts the archive in the stand-in. */
  readonly executable: string
  /** Paths in the archive, starting with `/`, without folders. */
  files(): string[]
  /** Extracts the archive with its native modules to a folder with no `node_modules` above it. */
  extract(): string
  /** Path of the one native module in that folder. */
  nativeModule(): string
  remove(): void
}

/**
 * The packed application in its own folder. It is packed once for a build and then copied. Throws with the output
 * of electron-builder if that fails.
 */
export function packedApplication(): PackedApplication {
  const folder = mkdtempSync(join(tmpdir(), 'packed-'))
  cpSync(packedOnce(), folder, { recursive: true })
  const unpacked = join(folder, unpackedName)
  const archive = join(unpacked, 'resources', 'app.asar')
  const extracted = join(folder, 'extracted')
  const extract = (): string => {
    if (!existsSync(extracted)) extractAll(archive, extracted)
    return extracted
  }
  return {
    executable: join(unpacked, manifest.name),
    files: () => listPackage(archive, { isPack: false }).filter((path) => /\.\w+$|LICENSE/.test(path)),
    extract,
    nativeModule() {
      const [only] = globSync('node_modules/@napi-rs/*/*.node', { cwd: extract() })
      if (only === undefined) throw new Error('The package holds no native module.')
      return join(extracted, only)
    },
    remove: () => { rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }) },
  }
}

/** The path of the packed build; files that run in parallel may both pack it, and the first one counts. */
function packedOnce(): string {
  const folder = join(artifacts, `packed-${buildDigest()}`)
  if (existsSync(folder)) return folder
  mkdirSync(artifacts, { recursive: true })
  // Keeps the wanted one: another file may have packed it by now.
  for (const stale of globSync('packed-*', { cwd: artifacts }).map((name) => join(artifacts, name))) {
    if (stale !== folder) rmSync(stale, { recursive: true, force: true })
  }
  const work = mkdtempSync(join(artifacts, 'packing-'))
  pack(work)
  try {
    renameSync(join(work, 'dist'), folder)
  } catch (error) {
    if (!existsSync(folder)) throw error
  }
  rmSync(work, { recursive: true, force: true })
  return folder
}

function pack(folder: string): void {
  const distribution = join(folder, 'distribution')
  mkdirSync(distribution)
  // Not Electron, but its fuses: a script that ends where they start and runs the extracted archive in the
  // stand-in.
  const program = `#!/bin/sh\nexec '${process.execPath}' '${standIn}' "$(dirname "$0")/../extracted" "$0" "$@"\n`
  writeFileSync(join(distribution, 'electron'), Buffer.from(program + FUSE_WIRE, 'latin1'), { mode: 0o755 })
  writeFileSync(join(distribution, 'version'), '0')
  const packed = spawnSync('npx', [
    '--no-install', ...packing, `--${process.arch}`, '--publish=never',
    `-c.electronDist=${distribution}`, `-c.directories.output=${join(folder, 'dist')}`,
  ], { cwd: project, encoding: 'utf8' })
  if (packed.status !== 0) throw new Error(`electron-builder failed:\n${packed.stdout}${packed.stderr}`)
}

/** Changes with everything that is packed or that configures the packing. */
function buildDigest(): string {
  const digest = createHash('sha256').update(process.execPath)
  const files = ['package.json', 'electron-builder.yml', ...globSync('{out,resources}/**/*.*', { cwd: project })]
  for (const file of files.toSorted()) digest.update(`\0${file}\0`).update(readFileSync(join(project, file)))
  return digest.digest('hex').slice(0, 16)
}

